import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNow } from './clock.ts';
import { formatDate, formatDateTime, formatRelative, formatUtc } from './dates.ts';
import { useDateStyle } from './preferences.tsx';

interface TimestampProps {
  /** ISO 8601 instant. */
  value: string;
  /** `both` shows the relative form with the absolute one below it. */
  show?: 'both' | 'relative' | 'absolute' | 'date';
}

/** An instant in the user's time zone and formats, with UTC on hover. */
export const Timestamp = ({ value, show = 'both' }: TimestampProps) => {
  const { t, i18n } = useTranslation();
  const style = useDateStyle();
  const now = useNow();
  const absolute = show === 'date' ? formatDate(value, style) : formatDateTime(value, style);
  const relative = formatRelative(value, now, i18n.language, t);
  if (show !== 'both') {
    return (
      <time dateTime={value} title={formatUtc(value)}>
        {show === 'relative' ? relative : absolute}
      </time>
    );
  }
  return (
    <time dateTime={value} title={formatUtc(value)}>
      <Text component="span" display="block" size="sm">
        {relative}
      </Text>
      <Text component="span" display="block" size="xs" c="dimmed">
        {absolute}
      </Text>
    </time>
  );
};

/** A calendar day, `YYYY-MM-DD`, in the user's format; the same day in every zone. */
export const CalendarDate = ({ value }: { value: string }) => {
  const style = useDateStyle();
  return <time dateTime={value}>{formatDate(`${value}T00:00:00Z`, { ...style, timezone: 'UTC' })}</time>;
};
