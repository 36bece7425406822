import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';
import { second } from '#shared/limits.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { remainingWait } from '../platform/remaining-wait.ts';
import { addThrottleCount, findThrottleEnd, giveBackThrottleCount } from '../store/identity/throttle-counts.ts';

/** Counts by subject, each in a window that begins with the first one. */
export interface AttemptCounts {
  /**
   * Counts one, before it returns or not at all. Returns the function that takes it back.
   * @throws AppError RATE_LIMITED with `retry_after` in seconds.
   */
  add(subject: string, limit: number, windowMs: number): Promise<() => Promise<void>>;
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
  return {
    async add(subject, limit, windowMs) {
      const known = windows.get(subject);
      const now = clock.now();
      const goesOn = known !== undefined && remainingWait(known.endsAt, now, windowMs) > 0;
      const window = goesOn ? known : { count: 0, endsAt: now + windowMs };
      if (window.count >= limit) throw limited(window.endsAt - now);
      window.count += 1;
      windows.set(subject, window);
      return async () => {
        window.count -= 1;
        if (window.count === 0 && windows.get(subject) === window) windows.delete(subject);
      };
    },
  };
};

/** DECISION 0163: counts in the database, for all instances together. */
export const createSharedCounts = (db: Pick<Database, 'write'>, clock: Clock, log: Logger): AttemptCounts => ({
  async add(subject, limit, windowMs) {
    const now = clock.now();
    const endsAt = await addThrottleCount(db.write, { subject, limit, now, windowMs });
    if (endsAt === undefined) {
      const until = await findThrottleEnd(db.write, subject);
      // A purge may have deleted a window that ended meanwhile.
      throw limited(Math.max((until ?? now) - now, second));
    }
    return async () => {
      await giveBackThrottleCount(db.write, subject, endsAt).catch((error: unknown) =>
        log.warn({ err: error }, 'failed to take back an attempt; it counts until its window ends'),
      );
    };
  },
});
