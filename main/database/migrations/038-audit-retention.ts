import { type Kysely, sql } from 'kysely';

/** How long organizations keep their audit logs, and where logs begin whose oldest entries were removed (DECISION 0174). */
export const auditRetention = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table tenants add column audit_retention_days integer check (audit_retention_days between 90 and 3650)`,
  `create table audit_checkpoints (
    tenant_id text primary key references tenants (id) on delete cascade,
    sequence bigint not null,
    hash text not null,
    retention_days integer not null,
    created_at bigint not null,
    erasures text not null,
    seal text not null
  )`,
];
