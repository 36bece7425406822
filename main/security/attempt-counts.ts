import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';
import { second } from '#shared/limits.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { remainingWait } from '../platform/remaining-wait.ts';
import { addThrottleCounts, findThrottleEnd, giveBackThrottleCounts } from '../store/identity/throttle-counts.ts';

/** What an attempt counts for. */
export interface Counted {
  readonly subject: string;
  readonly limit: number;
}

/** Counts by subject, each in a window that begins with the first one. */
export interface AttemptCounts {
  /**
   * Counts one for each subject, before it returns, or for none of them. Returns the function that takes it back.
   * @param counted the widest first
   * @throws AppError RATE_LIMITED with `retry_after` in seconds.
   */
  add(counted: readonly Counted[], windowMs: number): Promise<() => Promise<void>>;
}

const maxSubjects = 100_000;

const limited = (waitMs: number): AppError => new AppError('RATE_LIMITED', { retry_after: Math.ceil(waitMs / second) });

interface Window {
  count: number;
  endsAt: number;
}

/** Counts in memory, bounded. */
export const createMemoryCounts = (clock: Clock): AttemptCounts => {
  // Use `maxSize`, not `max`: `max` preallocates.
  const windows = new LRUCache<string, Window>({ maxSize: maxSubjects, sizeCalculation: () => 1 });
  const current = (subject: string, windowMs: number): Window => {
    const known = windows.get(subject);
    const now = clock.now();
    const goesOn = known !== undefined && remainingWait(known.endsAt, now, windowMs) > 0;
    return goesOn ? known : { count: 0, endsAt: now + windowMs };
  };
  const giveBack = (subject: string, window: Window): void => {
    window.count -= 1;
    if (window.count === 0 && windows.get(subject) === window) windows.delete(subject);
  };
  return {
    async add(counted, windowMs) {
      const found = counted.map((one) => ({ ...one, window: current(one.subject, windowMs) }));
      const full = found.filter(({ limit, window }) => window.count >= limit);
      if (full.length > 0) throw limited(Math.max(...full.map(({ window }) => window.endsAt)) - clock.now());
      for (const { subject, window } of found) {
        window.count += 1;
        windows.set(subject, window);
      }
      return async () => {
        for (const { subject, window } of found) giveBack(subject, window);
      };
    },
  };
};

/** DECISION 0163: counts in the database, for all instances together. */
export const createSharedCounts = (db: Pick<Database, 'write'>, clock: Clock, log: Logger): AttemptCounts => ({
  async add(counted, windowMs) {
    const now = clock.now();
    const begun = await addThrottleCounts(db.write, { counted, now, windowMs });
    const giveBack = async (): Promise<void> => {
      await giveBackThrottleCounts(db.write, begun).catch((error: unknown) =>
        log.warn({ err: error }, 'failed to take back an attempt; it counts until its window ends'),
      );
    };
    if (begun.length === counted.length) return giveBack;
    // One of them became full while this attempt waited for another.
    if (begun.length > 0) await giveBack();
    const until = await findThrottleEnd(db.write, counted);
    // A purge may have deleted a window that ended meanwhile.
    throw limited(Math.max((until ?? now) - now, second));
  },
});
