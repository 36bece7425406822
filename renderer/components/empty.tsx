import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyProps {
  icon: ReactNode;
  title: string;
  /** What to do next. */
  children: ReactNode;
  action?: ReactNode;
}

/** A list without rows says why that is and what comes next. */
export const Empty = ({ icon, title, children, action }: EmptyProps) => (
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
