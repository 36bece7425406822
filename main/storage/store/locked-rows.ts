import type { WriteTransaction } from '../database/schema.ts';
import { tablesOf } from '../database/tables.ts';

/**
 * Locks rows until the transaction ends, except those that another transaction is writing to: it doesn't wait for them, so
 * that two writers of many rows never wait for each other.
 * @returns the IDs of the rows that another transaction is writing to. Rows that don't exist aren't among them.
 */
export const lockUnlessTaken = async (
  tx: WriteTransaction,
  table: 'sessions' | 'api_keys' | 'service_account_keys',
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const locked = await tablesOf(tx)
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  const free = new Set(locked.map(({ id }) => id));
  const missing = ids.filter((id) => !free.has(id));
  if (missing.length === 0) return new Set();
  const existing = await tablesOf(tx).selectFrom(table).select('id').where('id', 'in', missing).execute();
  return new Set(existing.map(({ id }) => id));
};
