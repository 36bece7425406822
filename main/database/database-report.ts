import { StartError } from '../platform/start-error.ts';
import { type KeyTraces, readKeyTraces, type UnopenedDatabase } from './key-traces.ts';
import type { OwnMigration } from './migrations/contraction.ts';

/** What an existing database holds. */
export interface DatabaseReport {
  /** Names of the migrations already applied. */
  applied: string[];
  /** Names of known migrations that the next start applies. */
  pending: string[];
  /** Names of migrations that a newer version applied, which still supports this one. Only on a server. */
  newer: string[];
  keyTraces: KeyTraces;
}

/** Names of the migrations already applied. Empty for a new database. */
const appliedMigrations = async ({ tables, select }: UnopenedDatabase): Promise<string[]> => {
  if (!tables.has('kysely_migration')) return [];
  const rows = await select('select name from kysely_migration order by name');
  return rows.map((row) => String(row.name));
};

/** Whether a database that a newer version has migrated still works for one that knows these migrations. */
const supports = async ({ tables, select }: UnopenedDatabase, known: Record<string, unknown>): Promise<boolean> => {
  if (!tables.has('schema_support')) return false;
  const [row] = await select('select oldest_migration from schema_support');
  return row !== undefined && String(row.oldest_migration) in known;
};

/**
 * Reads what a database holds, without writing to it.
 * @param place the database in an error message, such as its path
 * @param admitsNewer DECISION 0166: whether versions may differ, as during an upgrade of several instances
 * @throws StartError for a database that a newer Castellan has written
 */
export const reportOn = async (
  source: UnopenedDatabase,
  place: string,
  known: Record<string, OwnMigration>,
  { admitsNewer = false } = {},
): Promise<DatabaseReport> => {
  const applied = await appliedMigrations(source);
  const newer = applied.filter((name) => !(name in known));
  if (newer.length > 0 && !(admitsNewer && (await supports(source, known)))) {
    throw new StartError(
      `${place} was written by a newer version of Castellan (migration ${newer[0]}). It was not changed`,
      { kind: 'newer' },
    );
  }
  const pending = Object.keys(known).filter((name) => !applied.includes(name));
  return { applied, pending, newer, keyTraces: await readKeyTraces(source) };
};
