import { sql } from 'kysely';
import type { Database } from '#main/storage/database/database.ts';
import type { Queries } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { isEmbedded } from './engine.ts';

const tenantOfUser = (row: string): string => `(select tenant_id from main.users where id = ${row}.user_id)`;

/** The tables that decide who a caller is, and the tenant of a row. */
const tables: Record<string, (row: string) => string> = {
  users: (row) => `${row}.tenant_id`,
  tenants: (row) => `${row}.id`,
  sessions: tenantOfUser,
  api_keys: tenantOfUser,
  second_factors: tenantOfUser,
  passkeys: tenantOfUser,
  trusted_devices: tenantOfUser,
};

const note = (name: string, event: string, tenant: string): string => `
  create temp trigger note_${event}_${name} after ${event} on main.${name}
  begin insert into touched_tenants (tenant) values (${tenant}); end`;

const lastNote = async (tx: Queries): Promise<number> => {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from touched_tenants`.execute(tablesOf(tx));
  return rows[0]?.id ?? 0;
};

/** The tenants that were changed after a note, but for one. */
const othersSince = async (tx: Queries, id: number, tenant: string): Promise<string[]> => {
  const { rows } = await sql<{ tenant: string }>`
    select distinct tenant from touched_tenants where id > ${id} and tenant <> ${tenant}`.execute(tablesOf(tx));
  return rows.map((row) => row.tenant);
};

/**
 * Fails each transaction that names its tenant and changes callers of another one, of which the change feed is not told: caches
 * of that one would not notice. DECISION 0261. Only on SQLite, whose one writer notes what it changes.
 */
export const guardScopes = async (db: Database): Promise<void> => {
  if (!isEmbedded()) return;
  const statements = [
    'create temp table touched_tenants (id integer primary key, tenant text)',
    ...Object.entries(tables).flatMap(([name, tenantOf]) => [
      note(name, 'update', tenantOf('new')),
      note(name, 'delete', tenantOf('old')),
    ]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(tablesOf(db.write));
  /** What the transaction that is about to commit has changed of others. The feed is told before the next one begins. */
  let untold = new Set<string>();
  db.changes.onCommit('authority', ({ tenants }) => {
    for (const tenant of tenants) untold.delete(tenant);
  });
  const { transaction } = db;
  db.transaction = async (scope, work) => {
    let others = new Set<string>();
    const result = await transaction(scope, async (tx) => {
      const before = await lastNote(tx);
      const done = await work(tx);
      others = new Set(scope.tenant === undefined ? [] : await othersSince(tx, before, scope.tenant));
      untold = others;
      return done;
    });
    if (others.size > 0)
      throw new Error(`A transaction of ${scope.tenant} changed callers of ${[...others].join(', ')}`);
    return result;
  };
};
