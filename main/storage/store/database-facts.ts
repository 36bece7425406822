import { sql } from 'kysely';
import type { Queries } from '../database/schema.ts';
import { databaseSize, engineVersion } from '../database/sql.ts';
import { tablesOf } from '../database/tables.ts';
import { countOf, toInteger } from './sql.ts';

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

/** How many of each kind. */
export interface AheadRows {
  sessions: number;
  links: number;
  invitations: number;
  api_keys: number;
}

/** What begins after an instant and hasn't ended: only a clock that was ahead can have dated it. */
export const countAhead = async (db: Queries, after: number): Promise<AheadRows> => ({
  sessions: await countOf(
    tablesOf(db).selectFrom('sessions').where('created_at', '>', after).where('ended_at', 'is', null),
  ),
  links: await countOf(
    tablesOf(db)
      .selectFrom('one_time_tokens')
      .where('created_at', '>', after)
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null),
  ),
  invitations: await countOf(
    tablesOf(db).selectFrom('invitations').where('created_at', '>', after).where('status', '=', 'pending'),
  ),
  api_keys: await countOf(tablesOf(db).selectFrom('api_keys').where('created_at', '>', after)),
});

/** The latest sign-in, in milliseconds since the epoch. 0 if there was none. */
export const latestInstant = async (db: Queries): Promise<number> => {
  const row = await tablesOf(db)
    .selectFrom('sessions')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .executeTakeFirstOrThrow();
  return toInteger(row.at ?? 0);
};
