import { type Kysely, sql } from 'kysely';

/** When an upgrade may be applied, and the time zone of an organization. */
export const upgradeWindows = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table upgrade_runs add column apply_window text').execute(db);
    await sql.raw('alter table tenants add column time_zone text').execute(db);
  },
};
