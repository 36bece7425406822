import type { Migration } from 'kysely/migration';
import { StartError } from '../platform/start-error.ts';
import { type KeyTraces, readKeyTraces, type UnopenedDatabase } from './key-traces.ts';

/** What an existing database holds. */
export interface DatabaseReport {
  /** Names of the migrations already applied. */
  applied: string[];
  keyTraces: KeyTraces;
}

/** Names of the migrations already applied. Empty for a new database. */
const appliedMigrations = async ({ tables, select }: UnopenedDatabase): Promise<string[]> => {
  if (!tables.has('kysely_migration')) return [];
  const rows = await select('select name from kysely_migration order by name');
  return rows.map((row) => String(row.name));
};

/**
 * Reads what a database holds, without writing to it.
 * @param place the database in an error message, such as its path
 * @throws StartError for a database that a newer Castellan has written
 */
export const reportOn = async (
  source: UnopenedDatabase,
  place: string,
  known: Record<string, Migration>,
): Promise<DatabaseReport> => {
  const applied = await appliedMigrations(source);
  const unknown = applied.find((name) => !(name in known));
  if (unknown !== undefined) {
    throw new StartError(
      `${place} was written by a newer version of Castellan (migration ${unknown}). It was not changed`,
      { kind: 'newer' },
    );
  }
  return { applied, keyTraces: await readKeyTraces(source) };
};
