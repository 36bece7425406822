import { type Kysely, sql } from 'kysely';

/** The logo of an organization, as a data URL. It is the last column, so reading the others doesn't read it. */
export const tenantLogo = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table tenants add column logo text check (length(logo) <= 44000)`.execute(db);
  },
};
