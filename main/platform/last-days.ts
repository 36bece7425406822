import { day } from '#shared/rules/limits.ts';
import { toIso } from './clock.ts';

/** A day in UTC. */
export interface CalendarDay {
  /** Days since 1 January 1970, as a query groups timestamps in milliseconds. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly startsAt: number;
  /** `2026-11-23`. */
  readonly name: string;
}

/** The last days up to `now`, with the present one, oldest first. */
export const lastDays = (now: number, count: number): CalendarDay[] => {
  const present = Math.floor(now / day);
  return Array.from({ length: count }, (_, index) => {
    const number = present - count + 1 + index;
    return { number, startsAt: number * day, name: toIso(number * day).slice(0, 10) };
  });
};
