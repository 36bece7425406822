import { type Kysely, sql } from 'kysely';

/** Which provider an account and an upgrade belong to. Until now, there was only one. */
export const hostingProviders = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ['provider_settings', 'upgrade_runs']) {
      await sql.raw(`alter table ${table} add column provider text not null default 'hostwinds'`).execute(db);
    }
  },
};
