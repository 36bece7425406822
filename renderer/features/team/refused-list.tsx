import { Alert, ScrollArea, Stack, Text } from '@mantine/core';
import type { Refused } from './bulk.logic.ts';

interface RefusedListProps {
  title: string;
  refused: readonly Refused[];
  /** Whether it appears after an action and must be announced. */
  live?: boolean;
}

/** Members left out of a bulk operation, each with the reason. */
export const RefusedList = ({ title, refused, live = false }: RefusedListProps) =>
  refused.length > 0 && (
    <Alert color="yellow" title={title} {...(live && { role: 'alert' })}>
      <ScrollArea.Autosize mah={180} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': title, role: 'region' }}>
        <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
          {refused.map(({ name, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name, and the list never changes
            <Text component="li" size="sm" key={index} className="break-anywhere">
              <strong>{name}</strong>: {reason}
            </Text>
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Alert>
  );
