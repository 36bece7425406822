import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SystemContext } from '#main/services/context.ts';
import { isTableName, referencingTables } from '#main/storage/database/deletion-cascades.ts';
import type { Queries } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { isEmbedded, storedOrder } from './engine.ts';

const tables = Object.keys(referencingTables).filter(isTableName);

/** Written by reads on a server, too: when the next request to a provider may start, and the emulated provider itself. */
const writtenByReads: ReadonlySet<string> = new Set(['provider_turns', 'sandbox_accounts']);

/** All stored rows by table, without the last activity of sessions and the last use of keys. */
export const tableContents = async (db: Queries): Promise<Record<string, Record<string, unknown>[]>> => {
  const contents: Record<string, Record<string, unknown>[]> = {};
  for (const table of tables) {
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from ${sql.table(table)} order by ${storedOrder()}`.execute(tablesOf(db));
    contents[table] = rows.map(({ last_active_at: _, last_used_at: __, ...row }) => row);
  }
  return contents;
};

/** A digest of {@link tableContents}, without what reads may write. */
export const fingerprint = async ({ db }: SystemContext): Promise<string> =>
  createHash('sha256')
    .update(
      JSON.stringify(Object.entries(await tableContents(db.read)).filter(([table]) => !writtenByReads.has(table))),
    )
    .digest('hex');

const unseen = "'{last_active_at,last_used_at}'::text[]";

/** Has a server count the rows that any instance writes, for {@link countRowsWritten}. */
export const countRowsOnDatabaseServer = async (db: Queries): Promise<void> => {
  const statements = [
    'create sequence rows_written',
    `create function count_row() returns trigger language plpgsql as $$ begin
      if tg_op <> 'UPDATE' or tg_table_name not in ('sessions', 'api_keys')
        or (to_jsonb(new) - ${unseen}) <> (to_jsonb(old) - ${unseen}) then
        perform nextval('rows_written');
      end if;
      return null;
    end $$`,
    ...tables
      .filter((table) => !writtenByReads.has(table))
      .map(
        (table) =>
          `create trigger count_rows after insert or update or delete on ${table} for each row execute function count_row()`,
      ),
  ];
  for (const statement of statements) await sql.raw(statement).execute(tablesOf(db));
};

/** How many rows the service has written so far: through its only writer, or on the server if it counts them. */
export const countRowsWritten = async ({ db }: SystemContext): Promise<number> => {
  if (!isEmbedded()) {
    const { rows } = await sql<{ count: number }>`
      select case when is_called then last_value else 0 end as count from rows_written
    `.execute(tablesOf(db.read));
    return rows[0]?.count ?? 0;
  }
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(tablesOf(db.write));
  return rows[0]?.changes ?? 0;
};
