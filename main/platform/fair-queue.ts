import { second } from '#shared/rules/limits.ts';

/** The key of a share, then of its share in that one, and so on. */
export type Path = readonly [string, ...string[]];

/** Who waits for a shared resource. */
export interface Waiter {
  /** Whose share it is, the widest first: a tenant, or the networks of an anonymous caller. */
  readonly path: Path;
  /** Further limits what one user of the path may have waiting. */
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
  /** How many hold the resource now. */
  held: number;
  /** How many were admitted, with or without waiting. */
  admitted: number;
  refused: number;
  /** Seconds that those admitted have waited, in total. */
  waitedSeconds: number;
}

/**
 * Admits callers to a shared resource, one key after another, so that none gets more than its share. The turns of a key go
 * around in the same way among the keys below it. Limits per key are those of the first key of a path.
 */
export interface FairQueue {
  /**
   * Resolves with the release function. When too many wait, the one that has waited longest is refused: among those of
   * the user or the key that is over its limit, or else of the key with most entries.
   */
  acquire(waiter: Waiter): Promise<() => void>;
  /** The release function if there is a free slot: without a promise, for what happens with each request. */
  acquireNow(path: Path): (() => void) | undefined;
  usage(): QueueUsage;
}

interface Entry extends Waiter {
  admit(release: () => void): void;
  drop(error: Error): void;
}

/** Who waits below a key. */
interface Branch {
  waiting: number;
  /** The first one has the next turn. */
  readonly branches: Map<string, Branch>;
  /** The oldest first. */
  readonly entries: Set<Entry>;
}

const newBranch = (): Branch => ({ waiting: 0, branches: new Map(), entries: new Set() });

const oldest = ({ entries }: Branch): Entry | undefined => entries.values().next().value;

const add = (root: Branch, entry: Entry): void => {
  let branch = root;
  branch.waiting += 1;
  for (const key of entry.path) {
    const below = branch.branches.get(key) ?? newBranch();
    branch.branches.set(key, below);
    branch = below;
    branch.waiting += 1;
  }
  branch.entries.add(entry);
};

/** Removes an entry, and the branches that are empty then. */
const remove = (branch: Branch, entry: Entry, depth = 0): void => {
  branch.waiting -= 1;
  const key = entry.path[depth];
  const below = key === undefined ? undefined : branch.branches.get(key);
  if (key === undefined || !below) {
    branch.entries.delete(entry);
    return;
  }
  remove(below, entry, depth + 1);
  if (below.waiting === 0) branch.branches.delete(key);
};

const branchAt = (root: Branch, path: readonly string[]): Branch | undefined =>
  path.reduce<Branch | undefined>((branch, key) => branch?.branches.get(key), root);

/** Who has the next turn. All others of its keys wait until each other key had one. */
const takeTurn = (branch: Branch, mayEnter: (key: string) => boolean = () => true): Entry | undefined => {
  for (const [key, below] of branch.branches) {
    if (!mayEnter(key)) continue;
    branch.branches.delete(key);
    branch.branches.set(key, below);
    return takeTurn(below);
  }
  return oldest(branch);
};

/** The oldest entry of those who have most. */
const mostOf = (branch: Branch): Entry | undefined => {
  const [first, ...others] = branch.branches.values();
  if (!first) return oldest(branch);
  return mostOf(others.reduce((most, below) => (below.waiting > most.waiting ? below : most), first));
};

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
  const totals = { admitted: 0, refused: 0, waitedSeconds: 0 };
  const root = newBranch();

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
    const next = takeTurn(root, hasSlot);
    next?.admit(take(next.path[0]));
  };

  /** The entry that has to make room for a new one. */
  const surplus = ({ path, user }: Waiter): Entry | undefined => {
    if (perUser !== undefined && user !== undefined) {
      const ofUser = [...(branchAt(root, path)?.entries ?? [])].filter((entry) => entry.user === user);
      if (ofUser.length >= perUser) return ofUser[0];
    }
    const own = root.branches.get(path[0]);
    if (own && own.waiting >= perKey) return mostOf(own);
    return root.waiting < total ? undefined : mostOf(root);
  };

  return {
    acquireNow: ([key]) => (hasSlot(key) ? take(key) : undefined),
    acquire(waiter) {
      const [key] = waiter.path;
      if (hasSlot(key)) return Promise.resolve(take(key));
      const signal = waiter.gone?.();
      if (signal?.aborted) return Promise.reject(refuse());
      surplus(waiter)?.drop(refuse());
      return new Promise((resolve, reject) => {
        const since = performance.now();
        const settle = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
          remove(root, entry);
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
        add(root, entry);
      });
    },
    usage: () => ({ waiting: root.waiting, held, ...totals }),
  };
};
