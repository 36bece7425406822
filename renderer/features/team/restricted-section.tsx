import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../components/page.tsx';

interface RestrictedSectionProps {
  title: string;
  /** The fragment of links to this section. */
  id?: string;
  lead?: string;
  actions?: ReactNode;
  /** Shown instead of the content if the user may not see it. */
  disabledReason: string | undefined;
  children: ReactNode;
}

/** A section of the member's page that not everyone may see. */
export const RestrictedSection = ({ disabledReason, children, ...section }: RestrictedSectionProps) => (
  <Section {...section}>
    {disabledReason === undefined ? (
      children
    ) : (
      <Text size="sm" c="dimmed">
        {disabledReason}
      </Text>
    )}
  </Section>
);
