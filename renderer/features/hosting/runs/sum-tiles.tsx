import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface SumTile {
  label: string;
  value: ReactNode;
  detail?: ReactNode;
}

/** A row of figures, each with a label above and a note below. */
export const SumTiles = ({ tiles }: { tiles: readonly SumTile[] }) => (
  <SimpleGrid component="dl" cols={{ base: 1, xs: tiles.length }} m={0} spacing="sm">
    {tiles.map(({ label, value, detail }) => (
      <div key={label} className="sum-tile">
        <Text component="dt" size="xs" c="dimmed" fw={500}>
          {label}
        </Text>
        <Text component="dd" m={0} fz={22} fw={650} lh={1.4} className="break-anywhere">
          {value}
        </Text>
        {detail && (
          <Text component="dd" m={0} size="xs" c="dimmed">
            {detail}
          </Text>
        )}
      </div>
    ))}
  </SimpleGrid>
);
