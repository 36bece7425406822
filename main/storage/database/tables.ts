import type { Kysely, Transaction } from 'kysely';
import type { Queries, Schema, WriteTransaction } from './schema.ts';

/**
 * The tables, as Kysely offers them. DECISION 0266: only the rows that e2e/tools/boundaries/base-layers.ts names may import this
 * file, so no one else writes SQL.
 */
export function tablesOf(tx: WriteTransaction): Transaction<Schema>;
export function tablesOf(db: Queries): Kysely<Schema>;
export function tablesOf(db: Queries): Kysely<Schema> {
  return db as unknown as Kysely<Schema>;
}

/** What an engine hands out instead of its connections. */
export const asQueries = (db: Kysely<Schema>): Queries => db as unknown as Queries;

/** What an engine hands out instead of an open transaction. */
export const asTransaction = (tx: Transaction<Schema>): WriteTransaction => tx as unknown as WriteTransaction;
