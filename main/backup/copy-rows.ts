import { createHash, type Hash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { pagesAfter } from '../platform/pages.ts';
import { StartError } from '../platform/start-error.ts';
import type { TableName } from '../storage/database/deletion-cascades.ts';
import type { Queries, WriteTransaction } from '../storage/database/schema.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { primaryKeys, tablesInOrder } from './table-keys.ts';

type Row = Record<string, unknown>;

const pageRows = 1_000;
/** Both engines accept more values in one statement. */
const valuesPerInsert = 20_000;

/** What only concerns instances that run, and what the migrations of the copy have written. */
const transient: ReadonlySet<TableName> = new Set([
  'throttle_counts',
  'provider_turns',
  'schema_support',
  'published_keys',
]);

const listed = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** The rows of a table in the order of its key. */
const pagesOf = (db: Queries, table: TableName) => {
  const key = primaryKeys[table];
  const read = async (after: Row | undefined): Promise<Row[]> => {
    const where = after ? sql<SqlBool>`where (${listed(key)}) > (${sql.join(key.map((name) => after[name]))})` : sql``;
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} ${where} order by ${listed(key)} limit ${sql.lit(pageRows)}
    `.execute(tablesOf(db));
    return rows;
  };
  return pagesAfter(undefined, read, (row) => row);
};

/** Adds rows to a digest, whatever the order of their columns. */
const digest = (hash: Hash, rows: readonly Row[]): void => {
  for (const row of rows) hash.update(`${JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))}\n`);
};

const insert = async (tx: WriteTransaction, table: TableName, rows: readonly Row[]): Promise<void> => {
  const size = Math.max(1, Math.floor(valuesPerInsert / Object.keys(rows[0] ?? {}).length));
  for (let start = 0; start < rows.length; start += size) {
    // The columns are those that the other engine has: both were made by the same migrations.
    await tablesOf(tx)
      .insertInto(table)
      .values(rows.slice(start, start + size) as never)
      .execute();
  }
};

/** Copies a table. Returns how many rows it has. @throws StartError if the copy reads differently */
const copyTable = async (source: Queries, tx: WriteTransaction, table: TableName): Promise<number> => {
  const [read, written] = [createHash('sha256'), createHash('sha256')];
  let count = 0;
  for await (const rows of pagesOf(source, table)) {
    digest(read, rows);
    await insert(tx, table, rows);
    count += rows.length;
  }
  for await (const rows of pagesOf(tx, table)) digest(written, rows);
  if (read.digest('hex') !== written.digest('hex')) {
    throw new StartError(`The copy of the table ${table} differs. Nothing was moved`, { kind: 'damaged' });
  }
  return count;
};

/** Copies every row into empty tables of the same schema. Returns the number of rows by table. */
export const copyRows = async (
  source: Queries,
  tx: WriteTransaction,
  progress: (table: TableName, rows: number) => void,
): Promise<ReadonlyMap<TableName, number>> => {
  const counts = new Map<TableName, number>();
  for (const table of tablesInOrder()) {
    if (transient.has(table)) continue;
    const rows = await copyTable(source, tx, table);
    counts.set(table, rows);
    progress(table, rows);
  }
  return counts;
};

/**
 * Has a server note how large its tables are. Until it looks by itself, it would take them for empty, and read all of a table for
 * each request.
 */
export const tellSizes = (tx: WriteTransaction) => sql`analyze`.execute(tablesOf(tx));
