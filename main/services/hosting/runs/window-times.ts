// DECISION 0225: the main entry would load hundreds of modules.
import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { day, minute } from '#shared/limits.ts';
import { toIso } from '../../../platform/clock.ts';
import type { ApplyWindow } from '../../../store/stored-shapes.ts';

/** The times of day between which an order is applied. */
type Times = Pick<ApplyWindow, 'from' | 'until' | 'time_zone'>;

/** The day of an instant in a time zone, as YYYY-MM-DD. */
const dayIn = (time_zone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, dateStyle: 'short' }).format(at);

const nextDay = (date: string): string => toIso(Date.parse(date) + day).slice(0, 10);

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** An instant in a time zone, as HH:MM. */
const timeIn = (time_zone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, timeStyle: 'short' }).format(at);

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
  const instant = (date: string, time: string): number => fromZonedTime(`${date}T${time}:00`, time_zone).getTime();
  // A window that began yesterday may last until today.
  let date = dayIn(time_zone, at - day);
  for (;;) {
    const first = instant(date, from);
    // Where clocks skip a time, the library takes one before it.
    const early = (minutesOf(from) - minutesOf(timeIn(time_zone, first)) + 24 * 60) % (24 * 60);
    const start = first + (early < 12 * 60 ? early * minute : 0);
    const end = instant(until > from ? date : nextDay(date), until);
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
