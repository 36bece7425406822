import { Group, Paper, Text } from '@mantine/core';
import { type DateStyle, formatDate, formatOffset, formatTime } from '../../components/dates.ts';
import { useNow } from '../../components/use-now.ts';

/** The present moment as it will be written: the choice is seen before it is saved. */
export const DatePreview = ({ style }: { style: DateStyle }) => {
  const now = useNow(1_000);
  return (
    <Paper bg="var(--castellan-ground)" p="sm" role="status" aria-live="off" aria-label="Preview">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Now: <strong>{formatDate(now, style)}</strong>, <strong>{formatTime(now, style)}</strong>
        </Text>
        <Text size="sm" c="dimmed">
          {style.timezone} · {formatOffset(style.timezone, now)}
        </Text>
      </Group>
    </Paper>
  );
};
