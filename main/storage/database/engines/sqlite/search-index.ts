import { type Kysely, sql } from 'kysely';
import { searchKey } from '#shared/text-input/text-keys.ts';
import type { RowSearch, SearchKeys } from '../../database.ts';
import type { Schema } from '../../schema.ts';

/** A table whose texts are indexed by every three characters, so that a search for any part reads few rows. */
interface Indexed {
  readonly key: string;
  readonly texts: readonly string[];
}
const indexed: Readonly<Record<keyof SearchKeys, Indexed>> = {
  users: { key: 'id', texts: ['search_text'] },
  audit_events: { key: 'sequence', texts: ['actor_text', 'target_text'] },
};

/** What the index can find at least. */
const shortest = 3;
/** With more than this, rows that match are so dense that reading all of them in order finds a page as fast. */
const most = { ofAllTenants: 20_000, ofTenant: 2_000 } as const;

const statementsFor = (table: string, { texts }: Indexed): string[] => {
  const index = `${table}_search`;
  const values = (row: 'new' | 'old') => texts.map((text) => `${row}.${text}`).join(', ');
  const add = `insert into ${index} (rowid, ${texts.join(', ')}) values (new.rowid, ${values('new')})`;
  const remove = `insert into ${index} (${index}, rowid, ${texts.join(', ')}) values ('delete', old.rowid, ${values('old')})`;
  return [
    `create virtual table ${index} using fts5 (${texts.join(', ')}, content = '${table}', columnsize = 0,
      tokenize = 'trigram case_sensitive 1')`,
    // Deleted texts leave the index at once, not with some later merge.
    `insert into ${index} (${index}, rank) values ('secure-delete', 1)`,
    `insert into ${index} (${index}) values ('rebuild')`,
    `create trigger ${index}_insert after insert on ${table} begin ${add}; end`,
    `create trigger ${index}_delete after delete on ${table} begin ${remove}; end`,
    `create trigger ${index}_update after update of ${texts.join(', ')} on ${table} begin ${remove}; ${add}; end`,
  ];
};

/** Creates the indexes that a database has not yet, from what its tables hold. */
export const createSearchIndexes = async (db: Kysely<Schema>): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(tx);
    const tables = new Set(rows.map(({ name }) => name));
    for (const [table, columns] of Object.entries(indexed)) {
      if (!tables.has(table) || tables.has(`${table}_search`)) continue;
      for (const statement of statementsFor(table, columns)) await sql.raw(statement).execute(tx);
    }
  });
};

/** DECISION 0171: searches in the indexes. @param readFor gives the connection whose turn is a tenant's */
export const createRowSearch =
  (readFor: (tenant: string) => Kysely<Schema>): RowSearch =>
  async (table, tenantId, text) => {
    const sought = searchKey(text);
    // A query of the index ends at a zero character.
    if ([...sought].length < shortest || sought.includes('\0')) return undefined;
    const { key } = indexed[table];
    const index = sql.ref(`${table}_search`);
    const phrase = `"${sought.replaceAll('"', '""')}"`;
    const { rows } = await sql<{ candidates: number; keys: string }>`
      with candidates (number) as materialized (
        select rowid from ${index} where ${index} match ${phrase} limit ${most.ofAllTenants + 1}
      )
      select (select count(*) from candidates) as candidates, (
        select json_group_array(key) from (
          select ${sql.ref(key)} as key from candidates cross join ${sql.ref(table)} as row on row.rowid = number
          where row.tenant_id = ${tenantId} limit ${most.ofTenant + 1}
        )
      ) as keys
    `.execute(readFor(tenantId));
    const [found] = rows;
    if (!found || found.candidates > most.ofAllTenants) return undefined;
    // The query above made this text.
    const keys: SearchKeys[typeof table][] = JSON.parse(found.keys);
    return keys.length > most.ofTenant ? undefined : keys;
  };
