import { type Kysely, sql } from 'kysely';

/** What an owner wants hosting to cost at most, in cents per month. */
export const hostingBudget = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table provider_settings add column monthly_budget bigint').execute(db);
  },
};
