import { sql } from 'kysely';
import type { Queries } from '../database/schema.ts';
import { databaseSize, engineVersion } from '../database/sql.ts';
import { tablesOf } from '../database/tables.ts';
import { toInteger } from './sql.ts';

/** Size of the database in bytes, excluding the WAL. */
export const databaseBytes = async (db: Queries): Promise<number> => {
  const { rows } = await sql<{ bytes: unknown }>`select ${databaseSize()} as bytes`.execute(tablesOf(db));
  return toInteger(rows[0]?.bytes ?? 0);
};

/** The version of SQLite or PostgreSQL, such as `15.8`. */
export const databaseVersion = async (db: Queries): Promise<string> => {
  const { rows } = await sql<{ version: string }>`select ${engineVersion()} as version`.execute(tablesOf(db));
  return rows[0]?.version ?? '';
};

/** The latest migration applied. */
export const schemaVersion = async (db: Queries): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(tablesOf(db));
  return rows[0]?.name ?? '';
};

/** The latest sign-in, in milliseconds since the epoch. 0 if there was none. */
export const latestInstant = async (db: Queries): Promise<number> => {
  const row = await tablesOf(db)
    .selectFrom('sessions')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .executeTakeFirstOrThrow();
  return toInteger(row.at ?? 0);
};
