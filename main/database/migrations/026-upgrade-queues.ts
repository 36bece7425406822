import { type Kysely, sql } from 'kysely';

/** Upgrades of several servers, ordered one after the other. */
export const upgradeQueues = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table upgrade_queues (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    mode text not null check (mode in ('sandbox', 'live')),
    state text not null check (state in ('running', 'stopped', 'done', 'cancelled')),
    version integer not null,
    items text not null,
    accept_over_budget integer not null check (accept_over_budget in (0, 1)),
    problem text,
    started_by text references users (id) on delete set null,
    started_at bigint not null,
    ended_at bigint
  )`,
  `create unique index upgrade_queues_open on upgrade_queues (tenant_id, mode) where ended_at is null`,
  `create index upgrade_queues_started_by on upgrade_queues (started_by) where started_by is not null`,
];
