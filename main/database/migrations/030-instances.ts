import { type Kysely, sql } from 'kysely';

/** What one process may keep in memory or in a file, but several instances on one database have to share. */
export const instances = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table throttle_counts (
    subject text primary key,
    count integer not null,
    ends_at bigint not null
  )`,
  `create index throttle_counts_end on throttle_counts (ends_at)`,
  `create table sandbox_accounts (
    tenant_id text primary key references tenants (id) on delete cascade,
    state text not null
  )`,
  `create table provider_turns (
    tenant_id text primary key references tenants (id) on delete cascade,
    next_start bigint not null
  )`,
  `alter table installation add column sealed_setup_token text`,
];
