import { zonedDay, zonedInstant } from '#shared/flows/zoned-time.ts';
import { day } from '#shared/rules/limits.ts';
import { toIso } from '../../../platform/clock.ts';
import type { ApplyWindow } from '../../../storage/store/stored-shapes.ts';

/** The times of day between which an order is applied. */
type Times = Pick<ApplyWindow, 'from' | 'until' | 'time_zone'>;

const nextDay = (date: string): string => toIso(Date.parse(date) + day).slice(0, 10);

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** One night of a window, as instants. */
export interface WindowTimes {
  start: number;
  end: number;
}

/**
 * The window that is open at an instant, or else the next one. A day on which the clocks change may shorten a window,
 * or leave it out.
 */
export const windowTimes = ({ from, until, time_zone }: Times, at: number): WindowTimes => {
  // A window that began yesterday may last until today.
  let date = zonedDay(time_zone, at - day);
  for (;;) {
    const start = zonedInstant(time_zone, date, from);
    const end = zonedInstant(time_zone, until > from ? date : nextDay(date), until);
    if (end > start && end > at) return { start, end };
    date = nextDay(date);
  }
};

/** Minutes from the start of a window to its end, on a day whose clocks don't change. */
export const windowMinutes = ({ from, until }: Pick<Times, 'from' | 'until'>): number =>
  (minutesOf(until) - minutesOf(from) + 24 * 60) % (24 * 60);

export const presentWindow = (window: ApplyWindow, now: number) => {
  const { from, until, time_zone } = window;
  const { start, end } = windowTimes(window, now);
  return { from, until, time_zone, next_start: toIso(start), next_end: toIso(end) };
};
