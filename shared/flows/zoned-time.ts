import { tzOffset } from '@date-fns/tz/tzOffset';
import { day, minute } from '../rules/limits.ts';

/** The day of an instant in a time zone, as YYYY-MM-DD. `at` is in milliseconds since the epoch. */
export const zonedDay = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);

/**
 * The first instant, in milliseconds since the epoch, at which a zone's clocks show this time (HH:MM) of a day (YYYY-MM-DD).
 * Where they skip the time, the instant at which they do. DECISION 0225: the library's dates would depend on the time zone of
 * this computer.
 */
export const zonedInstant = (timeZone: string, date: string, time: string): number => {
  const wall = Date.parse(`${date}T${time}Z`);
  const offsetAt = (at: number): number => tzOffset(timeZone, new Date(at)) * minute;
  // The offsets of both sides of a change. Without one, they are equal.
  const guesses = [wall - offsetAt(wall - day), wall - offsetAt(wall + day)];
  const shown = guesses.filter((at) => at + offsetAt(at) === wall);
  if (shown.length > 0) return Math.min(...shown);
  let before = Math.min(...guesses);
  let after = Math.max(...guesses);
  const offsetBefore = offsetAt(before);
  while (after - before > minute) {
    const middle = before + Math.round((after - before) / 2 / minute) * minute;
    if (offsetAt(middle) === offsetBefore) before = middle;
    else after = middle;
  }
  return after;
};
