import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** What to do next. */
  children: ReactNode;
  action?: ReactNode;
}

/** Shown instead of a list without rows: why it is empty, and what to do next. */
export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <Stack align="center" gap="xs" py="xl" px="md" ta="center">
    <ThemeIcon variant="light" size={48} radius="xl" aria-hidden>
      {icon}
    </ThemeIcon>
    <Text fw={600}>{title}</Text>
    <Text size="sm" c="dimmed" maw={420}>
      {children}
    </Text>
    {action}
  </Stack>
);
