import { type Kysely, sql } from 'kysely';
import { isReservedSlug } from '#shared/text-input/reserved-slugs.ts';
import { slugOf } from '#shared/text-input/slug.ts';
import { searchKey, sortKey } from '#shared/text-input/text-keys.ts';

type KeyOf = (text: string) => string;

interface Keyed {
  readonly id: readonly string[];
  readonly columns: Readonly<Record<string, KeyOf>>;
}

/** The columns that 0.1.0 filled with texts in lower case, and what they hold now. */
const keyed: Readonly<Record<string, Keyed>> = {
  users: { id: ['id'], columns: { name_key: sortKey, search_text: searchKey } },
  workspaces: { id: ['id'], columns: { name_key: sortKey } },
  mails: { id: ['id'], columns: { search_text: searchKey } },
  audit_events: { id: ['tenant_id', 'sequence'], columns: { actor_text: searchKey, target_text: searchKey } },
  vps_instances: { id: ['tenant_id', 'mode', 'service_id'], columns: { search_text: searchKey } },
  hosting_invoices: { id: ['id'], columns: { search_text: searchKey } },
  smtp_ip_addresses: { id: ['id'], columns: { search_text: searchKey } },
};

const pageSize = 1_000;

type Row = Readonly<Record<string, unknown>>;

const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
const valuesOf = (row: Row, names: readonly string[]) => sql.join(names.map((name) => sql.val(row[name])));
/** Texts in ASCII have the same key as before. */
const isBeyondAscii = (name: string) => sql<boolean>`octet_length(${sql.ref(name)}) <> length(${sql.ref(name)})`;

const renewKeys = async (db: Kysely<unknown>, table: string, { id, columns }: Keyed): Promise<void> => {
  const names = Object.keys(columns);
  const some = sql.join(names.map(isBeyondAscii), sql` or `);
  for (let last: Row | undefined; ; ) {
    const after = last ? sql`and (${refs(id)}) > (${valuesOf(last, id)})` : sql``;
    const { rows } = await sql<Row>`
      select ${refs([...id, ...names])} from ${sql.table(table)} where (${some}) ${after} order by ${refs(id)}
      limit ${sql.lit(pageSize)}
    `.execute(db);
    for (const row of rows) {
      const keys = names.map((name) => [name, columns[name]?.(String(row[name])) ?? ''] as const);
      if (keys.every(([name, key]) => row[name] === key)) continue;
      const changes = sql.join(keys.map(([name, key]) => sql`${sql.ref(name)} = ${key}`));
      await sql`update ${sql.table(table)} set ${changes} where (${refs(id)}) = (${valuesOf(row, id)})`.execute(db);
    }
    last = rows.at(-1);
    if (rows.length < pageSize) return;
  }
};

const nameTenants = async (db: Kysely<unknown>): Promise<void> => {
  const beyondAscii = isBeyondAscii('name');
  await sql`update tenants set name_key = lower(name) where not (${beyondAscii})`.execute(db);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from tenants where ${beyondAscii}
  `.execute(db);
  for (const { id, name } of rows)
    await sql`update tenants set name_key = ${sortKey(name)} where id = ${id}`.execute(db);
};

const freeReservedSlugs = async (db: Kysely<unknown>): Promise<void> => {
  interface Workspace {
    id: string;
    tenant_id: string;
    slug: string;
  }
  const { rows } = await sql<Workspace>`select id, tenant_id, slug from workspaces`.execute(db);
  const taken = new Set(rows.map(({ tenant_id, slug }) => `${tenant_id} ${slug}`));
  for (const { id, tenant_id, slug } of rows.filter((row) => isReservedSlug(row.slug))) {
    const stem = slugOf(slug);
    let free = stem;
    for (let n = 2; taken.has(`${tenant_id} ${free}`); n += 1) free = `${stem}-${n}`;
    await sql`update workspaces set slug = ${free} where id = ${id}`.execute(db);
  }
};

/** DECISION 0282: gives what 0.1.0 stored the keys of `shared/text-input`, and workspaces an address that isn't reserved. */
export const applyTextInput = async (db: Kysely<unknown>): Promise<void> => {
  for (const [table, columns] of Object.entries(keyed)) await renewKeys(db, table, columns);
  await nameTenants(db);
  await freeReservedSlugs(db);
};
