import { minute } from '#shared/rules/limits.ts';

/** How far the clocks of instances may be apart, in milliseconds: none ends what another one has begun. */
export const clockDifferenceMs = 1 * minute;

/**
 * The latest instant that a wait can end at, in milliseconds since the epoch. What ends later comes from a clock that was
 * ahead at the time: nobody waits for that.
 * @param maxMs the longest wait that is stored
 */
export const latestEnd = (now: number, maxMs: number): number => now + maxMs + clockDifferenceMs;

/**
 * Whether a stored instant is so far ahead that only a clock that was wrong can have set it. What was begun then counts as
 * over: otherwise it would last longer by as much as the clock was ahead.
 * @param windowMs how long what begins at that instant lasts
 */
export const isFromWrongClock = (at: number, now: number, windowMs: number): boolean => at > latestEnd(now, windowMs);

/**
 * Whether what began and ends at stored instants is over: past its end, or from a clock that was further ahead than it lasts.
 */
export const isOver = (begin: number, end: number, now: number): boolean =>
  end <= now || isFromWrongClock(begin, now, end - begin);

/**
 * How long to wait until a stored instant, in milliseconds; 0 once it has passed, or if it is after {@link latestEnd}.
 * @param until milliseconds since the epoch
 */
export const remainingWait = (until: number, now: number, maxMs: number): number =>
  until > latestEnd(now, maxMs) ? 0 : Math.min(Math.max(until - now, 0), maxMs);
