import { type Kysely, sql } from 'kysely';

/** Indexes that count open sessions, and entries of the audit log in a time range, without reading tables (DECISION 0170). */
export const indexesOfAMillion = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // An account never changes its organization.
  `alter table sessions add column tenant_id text not null default ''`,
  'update sessions set tenant_id = (select tenant_id from users where users.id = sessions.user_id)',
  'drop index sessions_open',
  'create index sessions_open on sessions (last_active_at, expires_at) where ended_at is null',
  'create index sessions_expiry on sessions (expires_at, last_active_at) where ended_at is null',
  'drop index sessions_started',
  `create index sessions_tenant on sessions (tenant_id, user_id, last_active_at, expires_at, created_at)
    where ended_at is null`,
  'drop index audit_events_at',
  'create index audit_events_at on audit_events (tenant_id, at, sequence)',
];
