/**
 * How long to wait until a stored instant, in milliseconds; 0 once it has passed. A wait that is longer than any that is
 * ever stored comes from a clock that was ahead at the time: nobody waits for that.
 * @param until milliseconds since the epoch
 * @param maxMs the longest wait that is stored
 */
export const remainingWait = (until: number, now: number, maxMs: number): number =>
  until > now + maxMs ? 0 : Math.max(until - now, 0);
