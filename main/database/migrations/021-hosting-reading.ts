import { type Kysely, sql } from 'kysely';

/** Servers that could not be read, the currency of an account, and the amount that an owner has agreed to pay. */
export const hostingReading = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table provider_settings add column unreadable_servers text`,
  `alter table provider_settings add column currency text`,
  `alter table provider_settings add column told_currency text`,
  `alter table upgrade_runs add column agreed_total bigint`,
];
