import { Alert, Group, Text } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { pageWidth } from './page.tsx';

interface BannerProps {
  icon: ComponentType;
  title: string;
  text: string;
  /** The button that does something about it. */
  action: ReactNode;
}

/** A notice above every page until someone acts on it. */
export const Banner = ({ icon: Icon, title, text, action }: BannerProps) => (
  <Alert color="yellow" mb="lg" maw={pageWidth} mx="auto" icon={<Icon aria-hidden />} title={title}>
    <Group justify="space-between" gap="sm">
      <Text size="sm" maw={640} className="break-anywhere">
        {text}
      </Text>
      {action}
    </Group>
  </Alert>
);
