import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Names with their values, side by side if they fit. */
export const Facts = ({ rows }: { rows: readonly { name: string; value: ReactNode }[] }) => (
  <SimpleGrid component="dl" cols={{ base: 1, sm: 2 }} m={0} spacing="lg" verticalSpacing="md">
    {rows.map(({ name, value }) => (
      <div key={name}>
        <Text component="dt" size="xs" c="dimmed">
          {name}
        </Text>
        <Text component="dd" m={0} size="sm" className="break-anywhere">
          {value}
        </Text>
      </div>
    ))}
  </SimpleGrid>
);
