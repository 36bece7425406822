import { type Kysely, sql } from 'kysely';
import { isTableName, referencingTables } from '#main/storage/database/deletion-cascades.ts';
import type { Schema } from '#main/storage/database/schema.ts';
import { storedOrder } from '../engine.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Stands in each ID of a twin, after its prefix: a twin comes before the row that it is a twin of, in every order. */
const mark = '!twin!';

/** The ID of a twin. */
export const twinId = (id: string): string => id.replace(/^([a-z]+_)?/, `$1${mark}`);

/** Whether a row, or an answer, has anything of a twin. */
export const isOfTwin = (row: Row | string): boolean =>
  (typeof row === 'string' ? row : JSON.stringify(row)).includes(mark);

/** The columns that no two rows may share, apart from IDs. */
const uniqueColumns = [
  'secret_hash',
  'browser_hash',
  'id_hash',
  'grant_hash',
  'parent_hash',
  'credential_id',
  'sid',
  'sign_in_slug',
];

const tableNames = Object.keys(referencingTables).filter(isTableName);

const rowsOf = async (db: Kysely<Schema>, table: keyof Schema): Promise<Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)} order by ${storedOrder()}`.execute(db)).rows;

/** Every stored row as a text, in one order. */
export const storedTexts = async (db: Kysely<Schema>): Promise<string[]> => {
  const { rows: columns } = await sql<{ name: string; columns: string }>`
    select m.name, group_concat('"' || c.name || '"') as columns from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' and m.sql like 'create table%' group by m.name`.execute(db);
  const texts = columns
    .filter(({ name }) => isTableName(name))
    .map(({ name, columns: list }) => `select '${name} ' || json_array(${list}) as text from "${name}"`);
  const { rows } = await sql<{ text: string }>`${sql.raw(texts.join(' union all '))}`.execute(db);
  return rows.map(({ text }) => text).sort();
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const insert = async (db: Kysely<Schema>, table: string, row: Row): Promise<void> => {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(row).map((value) => sql`${value}`));
  await sql`insert or ignore into ${sql.table(table)} (${columns}) values (${values})`.execute(db);
};

/** Has one row for each address, whoever it is of. */
const withoutTwins: ReadonlySet<keyof Schema> = new Set(['mail_requests']);

/** Writes the twins in front of the rows that they are twins of. Where a table can't have both, it has no twin. */
const addRows = async (db: Kysely<Schema>, twins: ReadonlyMap<keyof Schema, readonly Row[]>): Promise<void> => {
  await sql`pragma foreign_keys = off`.execute(db);
  for (const [table, rows] of twins) {
    if (withoutTwins.has(table)) continue;
    const before = await rowsOf(db, table);
    await sql`delete from ${sql.table(table)}`.execute(db);
    for (const row of [...rows.filter(isOfTwin), ...before]) await insert(db, table, row);
    const [kept, own] = [await rowsOf(db, table), before].map((found) => found.filter((row) => !isOfTwin(row)));
    if (kept?.length !== own?.length) throw new Error(`Twins took the place of rows in ${table}`);
  }
  await sql`pragma foreign_keys = on`.execute(db);
  const { rows: faults } = await sql`pragma foreign_key_check`.execute(db);
  if (faults.length > 0) throw new Error(`Twins refer to nothing: ${JSON.stringify(faults)}`);
};

/** The same row with the IDs of twins, and the same texts, names and addresses, as far as the schema allows. */
const twinOf = (row: Row, own: RegExp): Row => {
  const renamed = Object.entries(row).map(([name, value]): [string, unknown] => {
    if (typeof value !== 'string') return [name, value];
    return [name, uniqueColumns.includes(name) ? `${mark}${value}` : value.replaceAll(own, twinId)];
  });
  const { email, status, ...others } = Object.fromEntries(renamed);
  const isAccount = 'password_hash' in row && status !== 'removed';
  return {
    ...others,
    ...('email' in row && { email: isAccount ? `${mark}${email}` : email }),
    ...('status' in row && { status }),
    // Of an application: a host has one.
    ...('path_rules' in row && typeof row.host === 'string' && { host: `${mark}${row.host}` }),
  };
};

const patternOf = (ids: Iterable<string>): RegExp =>
  new RegExp(`(?<![\\w!-])(?:${[...ids].map(escaped).join('|')})(?![\\w!-])`, 'g');

export const allIds = async (db: Kysely<Schema>): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  for (const table of tableNames) {
    for (const { id } of await rowsOf(db, table)) if (typeof id === 'string') ids.add(id);
  }
  return ids;
};

/** So that the entry of a number isn't the same in both logs. */
const withShiftedSequence = (table: keyof Schema, row: Row): Row =>
  table === 'audit_events' ? { ...row, sequence: Number(row.sequence) + 1 } : row;

/** Gives every organization a twin: the same people, with the same addresses, who have done the same. */
export const addTwinOrganizations = async (db: Kysely<Schema>): Promise<void> => {
  const all = new Map<keyof Schema, Row[]>();
  for (const table of tableNames) all.set(table, await rowsOf(db, table));
  const own = patternOf(await allIds(db));
  await addRows(
    db,
    new Map([...all].map(([table, rows]) => [table, rows.map((row) => withShiftedSequence(table, twinOf(row, own)))])),
  );
};

/** What people of one organization share, whoever has begun it. */
const sharedTables: ReadonlySet<keyof Schema> = new Set([
  'given_roles',
  'hosting_approvals',
  'tenants',
  'upgrade_queues',
  'upgrade_runs',
]);

/** Gives some people a twin in their organization, who has done the same with things of their own. */
export const addTwinPeople = async (db: Kysely<Schema>, people: readonly string[]): Promise<void> => {
  const theirs = new Set(people);
  const found = new Map<keyof Schema, Set<Row>>();
  const all = new Map<keyof Schema, Row[]>();
  for (const table of tableNames) {
    all.set(table, await rowsOf(db, table));
    found.set(table, new Set());
  }
  for (let size = -1; size < theirs.size; ) {
    size = theirs.size;
    for (const [table, rows] of all) {
      for (const row of rows) {
        const { id } = row;
        if (sharedTables.has(table) || (table === 'users' && !people.includes(`${id}`))) continue;
        if (!Object.values(row).some((value) => typeof value === 'string' && theirs.has(value))) continue;
        found.get(table)?.add(row);
        if (typeof id === 'string') theirs.add(id);
      }
    }
  }
  const own = patternOf(theirs);
  const twins = [...found].map(([table, rows]): [keyof Schema, Row[]] => {
    const last = Math.max(0, ...(all.get(table) ?? []).map(({ sequence }) => Number(sequence ?? 0)));
    return [
      table,
      [...rows].map((row, at) => ({
        ...twinOf(row, own),
        ...('slug' in row && { slug: `${mark}${row.slug}` }),
        // At most one invitation of an address is open.
        ...(table === 'invitations' && row.status === 'pending' && { email: `${mark}${row.email}` }),
        // Entries of one log.
        ...(table === 'audit_events' && { sequence: last + 1 + at }),
      })),
    ];
  });
  await addRows(db, new Map(twins));
};
