import { sql } from 'kysely';
import { isTableName, referencingTables } from '#main/storage/database/deletion-cascades.ts';
import type { Queries } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';

export type StoredRow = Readonly<Record<string, unknown>>;

/** A row before and after a statement. */
export interface WrittenRow {
  readonly table: string;
  readonly before: StoredRow | undefined;
  readonly after: StoredRow | undefined;
}

/** Their own triggers, or what an emulated provider keeps. */
const unwatched: ReadonlySet<string> = new Set(['audit_heads', 'provider_turns', 'sandbox_accounts']);

const columnsOf = async (write: Queries, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(tablesOf(write));
  return rows.map(({ name }) => name);
};

/** A row as JSON, which has no bytes. */
const rowOf = (columns: readonly string[], row: 'old' | 'new'): string =>
  `json_object(${columns
    .map(
      (name) => `'${name}', case typeof(${row}.${name}) when 'blob' then hex(${row}.${name}) else ${row}.${name} end`,
    )
    .join(', ')})`;

/** Notes every row that the only writer of a SQLite file writes from now on. Returns what gives the notes, and forgets them. */
export const watchWrites = async (write: Queries): Promise<() => Promise<WrittenRow[]>> => {
  const run = (statement: string) => sql.raw(statement).execute(tablesOf(write));
  await run('create temp table written_rows (id integer primary key, name text, before text, after text)');
  for (const table of Object.keys(referencingTables).filter(isTableName)) {
    if (unwatched.has(table)) continue;
    const columns = await columnsOf(write, table);
    const [before, after] = [rowOf(columns, 'old'), rowOf(columns, 'new')];
    const note = (event: string, values: string) =>
      run(`create temp trigger written_${event}_${table} after ${event} on main.${table}
        begin insert into written_rows (name, before, after) values ('${table}', ${values}); end`);
    await note('insert', `null, ${after}`);
    await note('update', `${before}, ${after}`);
    await note('delete', `${before}, null`);
  }
  const parsed = (text: string | null) => (text === null ? undefined : (JSON.parse(text) as StoredRow));
  return async () => {
    const { rows } = await sql<{ name: string; before: string | null; after: string | null }>`
      select name, before, after from written_rows order by id`.execute(tablesOf(write));
    await run('delete from written_rows');
    return rows.map(({ name, before, after }) => ({ table: name, before: parsed(before), after: parsed(after) }));
  };
};
