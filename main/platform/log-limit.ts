import type { Clock } from './clock.ts';

/** Calls `write`, unless there were too many calls lately. Passes how many were left out since the last one. */
export type LogLimit = (write: (leftOut: number) => void) => void;

const windowMs = 60_000;

/** Limits log lines that strangers can cause to `limit` per minute. */
export const createLogLimit = (clock: Clock, limit = 10): LogLimit => {
  let startedAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  let leftOut = 0;
  return (write) => {
    const now = clock.now();
    if (now - startedAt >= windowMs || now < startedAt) {
      startedAt = now;
      count = 0;
    }
    if (count >= limit) {
      leftOut += 1;
      return;
    }
    count += 1;
    const missing = leftOut;
    leftOut = 0;
    write(missing);
  };
};
