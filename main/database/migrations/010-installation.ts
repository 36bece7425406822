import { type Kysely, sql } from 'kysely';

/** Which keys the database belongs to, and which tenants the service deleted with their audit logs. */
export const installation = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table installation (
    id integer primary key check (id = 1),
    installation_id text not null,
    fingerprint text not null
  )`,
  `create table deleted_tenants (
    tenant_id text primary key,
    deleted_at bigint not null,
    seal text not null
  )`,
];
