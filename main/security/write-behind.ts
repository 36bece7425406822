import type { Database, TransactionScope } from '../storage/database/database.ts';
import type { WriteTransaction } from '../storage/database/schema.ts';
import { lockUnlessTaken } from '../storage/store/locked-rows.ts';

/** Rows per transaction: few enough that other writes wait less than 50 ms. */
const pieceSize = 250;

interface Pending {
  get(id: string): number | undefined;
  delete(id: string): void;
}

interface Behind {
  table: 'sessions' | 'api_keys' | 'service_account_keys';
  pending: Pending;
  /** Those of `pending` to write. */
  entries: readonly (readonly [id: string, at: number])[];
  write(tx: WriteTransaction, id: string, at: number): Promise<unknown>;
  written?(id: string, at: number): void;
}

/**
 * Writes what is kept in memory about rows, and forgets it once it is durable. What changes meanwhile stays for the next
 * time, and so does a row that someone else is writing to: several instances write behind the same rows at once.
 */
export const writeBehind = async (
  db: Database,
  { table, pending, entries, write, written }: Behind,
  scope: TransactionScope = {},
): Promise<void> => {
  for (let start = 0; start < entries.length; start += pieceSize) {
    const piece = entries.slice(start, start + pieceSize);
    const done = await db.transaction(scope, async (tx) => {
      const taken = db.isShared
        ? await lockUnlessTaken(
            tx,
            table,
            piece.map(([id]) => id),
          )
        : new Set();
      const free = piece.filter(([id]) => !taken.has(id));
      for (const [id, at] of free) await write(tx, id, at);
      return free;
    });
    for (const [id, at] of done) {
      written?.(id, at);
      if (pending.get(id) === at) pending.delete(id);
    }
  }
};
