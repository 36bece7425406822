import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A migration, and which versions it shuts out. */
export interface OwnMigration extends Migration {
  /** The migration that a version must know to work after this one. Absent if every earlier version works. */
  readonly requires?: string;
  /** What it does instead on a server, if that differs. */
  readonly onDatabaseServer?: Migration['up'];
}

/**
 * DECISION 0166: a migration that takes away what earlier versions use. The database refuses these versions from then on.
 * @param requires the last migration of the first version that works without it. Name one that is already released: then
 *   that version runs alongside this one, and an upgrade needs no stop.
 */
export const contraction = (requires: string, migration: Migration): OwnMigration => ({
  requires,
  async up(db) {
    await migration.up(db);
    await sql`
      update schema_support set oldest_migration = ${requires} where oldest_migration < ${requires}
    `.execute(db);
  },
});

/** The newest migration that a version must know to work after these. Undefined if every version works. */
export const requiredBy = (migrations: readonly OwnMigration[]): string | undefined =>
  migrations
    .flatMap(({ requires }) => requires ?? [])
    .sort()
    .at(-1);
