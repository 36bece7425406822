import { LRUCache } from 'lru-cache';
import { second } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { remainingWait } from '../platform/remaining-wait.ts';
import type { Database } from '../storage/database/database.ts';
import {
  addThrottleCounts,
  findFullThrottles,
  giveBackThrottleCounts,
} from '../storage/store/identity/throttle-counts.ts';

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
// Use `maxSize`, not `max`: `max` preallocates.
const bySubject = <Kept extends object>() =>
  new LRUCache<string, Kept>({ maxSize: maxSubjects, sizeCalculation: () => 1 });

const limited = (waitMs: number): AppError => new AppError('RATE_LIMITED', { retry_after: Math.ceil(waitMs / second) });

interface Window {
  count: number;
  endsAt: number;
}

/** Counts in memory, bounded. */
export const createMemoryCounts = (clock: Clock): AttemptCounts => {
  const windows = bySubject<Window>();
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

/**
 * DECISION 0163: counts in the database, for all instances together. What was full there is refused for a second without
 * asking again, so that a crowd beyond its limit doesn't occupy the database.
 */
export const createSharedCounts = (db: Pick<Database, 'write'>, clock: Clock, log: Logger): AttemptCounts => {
  const full = bySubject<{ readonly endsAt: number; readonly until: number }>();
  return {
    async add(counted, windowMs) {
      const now = clock.now();
      const known = counted
        .flatMap(({ subject }) => full.get(subject) ?? [])
        .filter(({ until }) => remainingWait(until, now, second) > 0);
      if (known.length > 0) throw limited(Math.max(...known.map(({ endsAt }) => endsAt)) - now);
      const attempt = { counted, now, windowMs };
      const begun = await addThrottleCounts(db.write, attempt);
      const giveBack = async (): Promise<void> => {
        await giveBackThrottleCounts(db.write, begun).catch((error: unknown) =>
          log.warn({ err: error }, 'failed to take back an attempt; it counts until its window ends'),
        );
      };
      if (begun.length === counted.length) return giveBack;
      // One of them became full while this attempt waited for another.
      if (begun.length > 0) await giveBack();
      const windows = await findFullThrottles(db.write, attempt);
      for (const { subject, ends_at } of windows) {
        full.set(subject, { endsAt: ends_at, until: Math.min(ends_at, now + second) });
      }
      // Others may have given theirs back meanwhile.
      throw limited(Math.max(...windows.map(({ ends_at }) => ends_at - now), second));
    },
  };
};
