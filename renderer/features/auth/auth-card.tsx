import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { tabTitle } from '../../components/route-states.tsx';

/** One step before the console: a title, a sentence, a form, and links below it. */
export const AuthCard = (props: { title: string; lead?: ReactNode; children: ReactNode; footer?: ReactNode }) => {
  const { title, lead, children, footer } = props;
  return (
    <>
      <title>{tabTitle(title)}</title>
      <Stack gap="lg" className="surface" p={{ base: 'md', xs: 'xl' }}>
        <div>
          <Title order={1}>{title}</Title>
          {lead && (
            <Text c="dimmed" size="sm" mt={4} className="break-anywhere">
              {lead}
            </Text>
          )}
        </div>
        {children}
      </Stack>
      {footer && (
        <Text component="div" ta="center" size="sm" c="dimmed" mt="md">
          {footer}
        </Text>
      )}
    </>
  );
};
