import { createFairQueue, type QueueUsage, type Waiter } from '../../../../platform/fair-queue.ts';
import type { Sqlite3Connection } from './sqlite3-connection.ts';

/** A connection that reads for one caller at a time. */
export interface BorrowedReader {
  readonly connection: Sqlite3Connection;
  release(): void;
}

/**
 * DECISION 0120: lends connections for one statement each. Tenants and addresses take turns, and none holds the last
 * free connection, so that a heavy read delays only those of its own tenant.
 */
export interface ReaderPool {
  /** Rejects with the error of `refuse` if too many wait, or for too long. */
  borrow(waiter: Waiter): Promise<BorrowedReader>;
  usage(): QueueUsage;
}

/** A tenant that has more waiting than this is refused its oldest reads. */
const limits = { total: 5_000, perKey: 1_000 } as const;

/** @param waitMs how long a read may wait for its turn, in milliseconds */
export const createReaderPool = (
  connections: readonly Sqlite3Connection[],
  { waitMs, refuse }: { waitMs: number; refuse: () => Error },
): ReaderPool => {
  const free = [...connections];
  const slots = connections.length;
  const queue = createFairQueue({ slots, slotsPerKey: Math.max(1, slots - 1), ...limits, waitMs, refuse });
  return {
    async borrow(waiter) {
      const leave = await queue.acquire(waiter);
      const connection = free.pop();
      if (!connection) throw new Error('The reader pool admitted more callers than it has connections');
      return {
        connection,
        release() {
          free.push(connection);
          leave();
        },
      };
    },
    usage: queue.usage,
  };
};
