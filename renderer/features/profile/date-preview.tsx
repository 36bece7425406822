import { Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../components/clock.ts';
import { type DateStyle, formatDate, formatOffset, formatTime } from '../../components/dates.ts';
import { richText } from '../../languages/rich-text.tsx';

/** The current time in the chosen formats, so that users see the result before saving. */
export const DatePreview = ({ style }: { style: DateStyle }) => {
  const { t } = useTranslation();
  const now = useNow(1_000);
  return (
    <Paper
      bg="var(--castellan-ground)"
      p="sm"
      role="status"
      aria-live="off"
      aria-label={t('profile.preferences.preview')}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {richText(
            { date: <strong>{formatDate(now, style)}</strong>, time: <strong>{formatTime(now, style)}</strong> },
            (marks) => t('profile.preferences.now', marks),
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {style.timezone} · {formatOffset(style.timezone, now)}
        </Text>
      </Group>
    </Paper>
  );
};
