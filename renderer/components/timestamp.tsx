import { useTranslation } from 'react-i18next';
import { useNow } from './clock.ts';
import { formatDate, formatDateTime, formatDeadline, formatRelative, formatUtc } from './dates.ts';
import { useDateStyle } from './preferences.tsx';

export interface TimestampProps {
  /** ISO 8601 instant. */
  value: string;
  /** What is yet to come is a `deadline`. After words such as “until”, only `absolute` and `date` read right. */
  show?: 'relative' | 'deadline' | 'absolute' | 'date';
}

/** An instant in the user's time zone and formats; on hover in full, also in UTC. */
export const Timestamp = ({ value, show = 'relative' }: TimestampProps) => {
  const { t, i18n } = useTranslation();
  const style = useDateStyle();
  const now = useNow();
  const absolute = formatDateTime(value, style);
  const shown = {
    relative: () => formatRelative(value, now, i18n.language, t),
    deadline: () => formatDeadline(value, now, i18n.language, t),
    absolute: () => absolute,
    date: () => formatDate(value, style),
  }[show]();
  const full = `${absolute} (${formatUtc(value)})`;
  return (
    <time dateTime={value} title={full}>
      {shown}
    </time>
  );
};

/** A calendar day, `YYYY-MM-DD`, in the user's format; the same day in every zone. */
export const CalendarDate = ({ value }: { value: string }) => {
  const style = useDateStyle();
  return <time dateTime={value}>{formatDate(`${value}T00:00:00Z`, { ...style, timezone: 'UTC' })}</time>;
};
