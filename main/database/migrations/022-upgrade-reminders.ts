import { type Kysely, sql } from 'kysely';

/** What owners were reminded of during an upgrade. */
export const upgradeReminders = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table upgrade_runs add column reminded text').execute(db);
  },
};
