import { SimpleGrid, type SimpleGridProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Breakable } from './breakable.tsx';

interface FactsProps extends Pick<SimpleGridProps, 'cols' | 'spacing' | 'verticalSpacing'> {
  rows: readonly { name: string; value: ReactNode }[];
}

/** Names with their values, side by side if they fit. */
export const Facts = ({ rows, cols = 2, ...space }: FactsProps) => (
  <SimpleGrid component="dl" cols={cols} m={0} {...space}>
    {rows.map(({ name, value }) => (
      <div key={name}>
        <Text component="dt" size="xs" c="dimmed">
          {name}
        </Text>
        <Text component="dd" m={0} size="sm" className="break-anywhere">
          {typeof value === 'string' && value.includes('@') ? <Breakable text={value} /> : value}
        </Text>
      </div>
    ))}
  </SimpleGrid>
);
