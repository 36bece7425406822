import { useDateStyle } from './date-style.tsx';
import { formatDate } from './dates.ts';

/** A calendar day, `YYYY-MM-DD`, in the user's format; the same day in every zone. */
export const CalendarDate = ({ value }: { value: string }) => {
  const style = useDateStyle();
  return <time dateTime={value}>{formatDate(`${value}T00:00:00Z`, { ...style, timezone: 'UTC' })}</time>;
};
