import { type Kysely, sql } from 'kysely';

/** What a run has seen once, what a server's cost was read for, and the invoices of upgrades. */
export const hostingEvidence = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table upgrade_runs add column suspicion text`,
  `alter table upgrade_runs add column suspected_at bigint`,
  `alter table upgrade_runs add column no_order_reported integer not null default 0
    check (no_order_reported in (0, 1))`,
  `alter table vps_instances add column drive_type text`,
  `alter table vps_instances add column priced_for text`,
  `alter table hosting_invoices add column run_id text`,
];
