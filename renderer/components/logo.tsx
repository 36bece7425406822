import { Group, Text } from '@mantine/core';

/** A castle keep: battlements above a gate. */
const LogoMark = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="var(--mantine-color-verdigris-8)" />
    <path fill="#fff" d="M7 7h4v3h3V7h4v3h3V7h4v7l-2.500 2v9H19v-4a3 3 0 0 0-6 0v4H9.500v-9L7 14z" />
  </svg>
);

export const Logo = ({ size = 28 }: { size?: number }) => (
  <Group gap="xs" wrap="nowrap">
    <LogoMark size={size} />
    <Text component="span" fw={600} fz={size > 30 ? 'xl' : 'lg'} lh={1} className="logo-word">
      Castellan
    </Text>
  </Group>
);
