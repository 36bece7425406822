import { createFairQueue, type Path, type QueueUsage } from '../../../../platform/fair-queue.ts';
import { serviceTurn } from '../../turn.ts';

/** Grants access to one holder at a time. Tenants take turns, so that none waits for all that another has to write. */
export interface Mutex {
  /**
   * Resolves with the release function; rejects with the error from `onTimeout` after `timeoutMs`.
   * @param path whose turn it is, see `turnOf`; absent for statements that share commits
   */
  acquire(path?: Path): Promise<() => void>;
  usage(): QueueUsage;
}

/** Both are far beyond what can be written before the timeout; they bound memory. */
const limits = { total: 20_000, perKey: 5_000 } as const;

export const createMutex = (timeoutMs: number, onTimeout: () => Error): Mutex => {
  const queue = createFairQueue({ slots: 1, ...limits, waitMs: timeoutMs, refuse: onTimeout });
  return { acquire: (path = serviceTurn) => queue.acquire({ path }), usage: queue.usage };
};
