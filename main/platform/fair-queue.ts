import { second } from '#shared/limits.ts';

/** Who waits for a shared resource. */
export interface Waiter {
  /** Whose share it is: a tenant, or the address of an anonymous caller. */
  readonly key: string;
  /** Further limits what one user of the key may have waiting. */
  readonly user?: string;
  /** Aborted once no one waits for the result anymore. Asked for only if there is no free slot. */
  readonly gone?: (() => AbortSignal) | undefined;
}

export interface FairQueueLimits {
  /** How many may hold the resource at once. */
  slots: number;
  /** How many of them one key may hold. All of them by default. */
  slotsPerKey?: number;
  /** How many may wait. */
  total: number;
  perKey: number;
  perUser?: number;
  /** Milliseconds that one may wait. */
  waitMs: number;
  /** The error for callers that are not admitted. */
  refuse: () => Error;
}

/** What a queue did since it was created. */
export interface QueueUsage {
  /** How many wait now. */
  waiting: number;
  /** How many were admitted, with or without waiting. */
  admitted: number;
  refused: number;
  /** Seconds that those admitted have waited, in total. */
  waitedSeconds: number;
}

/** Admits callers to a shared resource, one key after another, so that none gets more than its share. */
export interface FairQueue {
  /**
   * Resolves with the release function. When too many wait, the one that has waited longest is refused: among those of
   * the user or the key that is over its limit, or else of the key with most entries.
   */
  acquire(waiter: Waiter): Promise<() => void>;
  usage(): QueueUsage;
}

interface Entry extends Waiter {
  admit(release: () => void): void;
  drop(error: Error): void;
}

export const createFairQueue = ({
  slots,
  slotsPerKey = slots,
  total,
  perKey,
  perUser,
  waitMs,
  refuse,
}: FairQueueLimits): FairQueue => {
  let held = 0;
  const heldBy = new Map<string, number>();
  let count = 0;
  const totals = { admitted: 0, refused: 0, waitedSeconds: 0 };
  /** Entries by key, oldest first. The first key has the next turn. */
  const keys = new Map<string, Set<Entry>>();

  const remove = (entry: Entry): void => {
    const entries = keys.get(entry.key);
    if (!entries?.delete(entry)) return;
    count -= 1;
    if (entries.size === 0) keys.delete(entry.key);
  };
  const oldest = (entries: Iterable<Entry>): Entry | undefined => entries[Symbol.iterator]().next().value;
  const hasSlot = (key: string): boolean => held < slots && (heldBy.get(key) ?? 0) < slotsPerKey;
  const take = (key: string): (() => void) => {
    held += 1;
    heldBy.set(key, (heldBy.get(key) ?? 0) + 1);
    totals.admitted += 1;
    return () => release(key);
  };
  const giveBack = (key: string): void => {
    held -= 1;
    const left = (heldBy.get(key) ?? 1) - 1;
    if (left > 0) heldBy.set(key, left);
    else heldBy.delete(key);
  };
  const release = (holder: string): void => {
    giveBack(holder);
    for (const [key, entries] of keys) {
      const next = hasSlot(key) ? oldest(entries) : undefined;
      if (!next) continue;
      remove(next);
      // Its other entries wait until each other key had a turn.
      if (keys.delete(key)) keys.set(key, entries);
      next.admit(take(key));
      return;
    }
  };

  /** The entry that has to make room for a new one. */
  const surplus = ({ key, user }: Waiter): Entry | undefined => {
    const own = keys.get(key) ?? new Set<Entry>();
    if (perUser !== undefined && user !== undefined) {
      const ofUser = [...own].filter((entry) => entry.user === user);
      if (ofUser.length >= perUser) return ofUser[0];
    }
    if (own.size >= perKey) return oldest(own);
    if (count < total) return undefined;
    return oldest([...keys.values()].reduce((most, entries) => (entries.size > most.size ? entries : most)));
  };

  return {
    acquire(waiter) {
      if (hasSlot(waiter.key)) return Promise.resolve(take(waiter.key));
      const signal = waiter.gone?.();
      if (signal?.aborted) return Promise.reject(refuse());
      surplus(waiter)?.drop(refuse());
      return new Promise((resolve, reject) => {
        const since = performance.now();
        const settle = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
          remove(entry);
        };
        const entry: Entry = {
          ...waiter,
          admit(release) {
            settle();
            totals.waitedSeconds += (performance.now() - since) / second;
            resolve(release);
          },
          drop(error) {
            settle();
            totals.refused += 1;
            reject(error);
          },
        };
        const leave = (): void => entry.drop(refuse());
        const timer = setTimeout(() => entry.drop(refuse()), waitMs);
        signal?.addEventListener('abort', leave, { once: true });
        const entries = keys.get(waiter.key) ?? new Set();
        keys.set(waiter.key, entries.add(entry));
        count += 1;
      });
    },
    usage: () => ({ waiting: count, ...totals }),
  };
};
