import { minute } from '#shared/rules/limits.ts';
import type { Clock } from './clock.ts';
import { type DueTime, dueNow, nothingDue } from './due-time.ts';

/** Tells whether the wall clock can be trusted with what can't be undone. */
export interface ClockWatch {
  /** True once the clock has run for ten minutes without jumping. A clock that is set anew starts over. */
  isSteady(): boolean;
  /** Now, or the epoch unless the clock is steady: nothing is due then. */
  dueTime(): DueTime;
}

const settlingTimeMs = 10 * minute;
const toleranceMs = minute;

/** Compares a clock with the monotonic one. Computers often start with a wrong time and correct it a bit later. */
export const createClockWatch = (clock: Clock, monotonic: () => number = () => clock.uptime()): ClockWatch => {
  let since = { wall: clock.now(), monotonic: monotonic() };
  const isSteady = (): boolean => {
    const now = { wall: clock.now(), monotonic: monotonic() };
    const elapsed = now.monotonic - since.monotonic;
    if (Math.abs(now.wall - since.wall - elapsed) > toleranceMs) {
      since = now;
      return false;
    }
    return elapsed >= settlingTimeMs;
  };
  return { isSteady, dueTime: () => (isSteady() ? dueNow(clock) : nothingDue) };
};
