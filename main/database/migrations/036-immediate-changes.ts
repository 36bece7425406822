import { type Kysely, sql } from 'kysely';

/** How far a change of plan without an order has come. */
export const immediateChanges = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table upgrade_runs add column change_progress text').execute(db);
  },
};
