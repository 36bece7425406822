import { LRUCache } from 'lru-cache';
import { minute } from '#shared/rules/limits.ts';

/** How far back a console may ask, in milliseconds. */
const rememberedMs = 10 * minute;
const remembered = 50_000;

/** Remembers when each topic last changed, for consoles that reconnect. */
export interface RecentChanges {
  record(key: string): void;
  /** Whether something changed in the last `ms` milliseconds. True if that is no longer known. */
  changedWithin(key: string, ms: number): boolean;
  /** When something changed the last time, by that clock; now if that is no longer known. */
  changedAt(key: string): number;
}

/** @param now of a monotonic clock, ms */
export const createRecentChanges = (now: () => number): RecentChanges => {
  /** Before this, it is not known what changed. */
  let knownSince = now();
  const changedAt = new LRUCache<string, number>({
    maxSize: remembered,
    sizeCalculation: () => 1,
    dispose: (at, _key, reason) => {
      if (reason === 'evict') knownSince = Math.max(knownSince, at);
    },
  });
  return {
    record: (key) => {
      changedAt.set(key, now());
    },
    changedAt: (key) => changedAt.get(key) ?? now(),
    changedWithin(key, ms) {
      const from = now() - ms;
      return ms > rememberedMs || from < knownSince || (changedAt.get(key) ?? Number.NEGATIVE_INFINITY) > from;
    },
  };
};
