import { toMinor } from '#shared/flows/money.ts';
import type { Bar } from '../../components/bar-strip.tsx';
import { type DateStyle, dayFormat } from '../../components/dates.ts';

/** One bar per day. Days are in UTC, as the service counts them. */
export const barsOfDays = <Day extends { day: string }>(
  days: readonly Day[],
  figures: (day: Day) => Pick<Bar, 'value' | 'failed'>,
  style: DateStyle,
): Bar[] => {
  const format = dayFormat(style, { day: 'numeric', month: 'short' });
  return days.map((day) => {
    const { value, failed = 0 } = figures(day);
    const at = format.format(Date.parse(day.day));
    return { at, label: `${at}: ${value + failed}`, value, failed };
  });
};

/** One bar per month, as tall as its cost: what was invoiced, or the estimate until then. */
export const barsOfMonths = (
  months: readonly { month: string; estimated: string; invoiced: string }[],
  style: DateStyle,
  money: (amount: string) => string,
): Bar[] => {
  const format = dayFormat(style, { month: 'short', year: 'numeric' });
  return months.map(({ month, estimated, invoiced }) => {
    const cost = toMinor(invoiced) > 0 ? invoiced : estimated;
    const at = format.format(Date.parse(`${month}-01`));
    return { at, label: `${at}: ${money(cost)}`, value: toMinor(cost) };
  });
};

/** The sum of a figure over all days. */
export const sumOf = <Day>(days: readonly Day[], figure: (day: Day) => number): number =>
  days.reduce((sum, day) => sum + figure(day), 0);

/** From 0 to 1; 1 if there is no one to count. */
export const shareOf = (part: number, all: number): number => (all === 0 ? 1 : part / all);
