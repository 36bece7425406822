import { StartError } from '../../platform/start-error.ts';
import type { OwnMigration } from './migrations/contraction.ts';
import {
  appliedMigrations,
  type KeyTraces,
  readKeyTraces,
  supports,
  type UnmigratedDatabase,
} from './unmigrated-database.ts';

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

/** Refuses what was written before support began. @param place what was written, in the error message */
export const beforeFirstRelease = (place: string): StartError =>
  new StartError({ name: 'beforeFirstRelease', values: { place } });

/**
 * Reads what a database holds, without writing to it.
 * @param place the database in an error message, such as its path
 * @param admitsNewer DECISION 0166: whether versions may differ, as during an upgrade of several instances
 * @throws StartError for a database from before 0.1.0, or that a newer Castellan has written
 */
export const reportOn = async (
  source: UnmigratedDatabase,
  place: string,
  known: Record<string, OwnMigration>,
  { admitsNewer = false } = {},
): Promise<DatabaseReport> => {
  const applied = await appliedMigrations(source);
  const [baseline = ''] = Object.keys(known);
  if (applied.length > 0 && !applied.includes(baseline)) throw beforeFirstRelease(place);
  const newer = applied.filter((name) => !(name in known));
  if (newer.length > 0 && !(admitsNewer && (await supports(source, known)))) {
    throw new StartError({ name: 'newer', values: { place, migration: newer[0] } }, { kind: 'newer' });
  }
  const pending = Object.keys(known).filter((name) => !applied.includes(name));
  return { applied, pending, newer, keyTraces: await readKeyTraces(source) };
};

/** @throws StartError for a database that the store's queries can't read yet */
export const assertMigrated = (report: DatabaseReport | undefined, place: string): void => {
  if (report?.pending.length === 0) return;
  throw new StartError(
    report && report.applied.length > 0
      ? `${place} was written by an older version. Start this version on it once, then try again`
      : `${place} holds no installation`,
    { kind: 'refused' },
  );
};
