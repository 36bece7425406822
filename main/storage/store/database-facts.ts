import { type SqlBool, sql } from 'kysely';
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
  api_keys:
    (await countOf(tablesOf(db).selectFrom('api_keys').where('created_at', '>', after))) +
    (await countOf(tablesOf(db).selectFrom('service_account_keys').where('created_at', '>', after))),
});

/** The API keys that work. */
export interface WorkingKeys {
  ofMembers: number;
  ofServiceAccounts: number;
  /** Those among both that never expire. */
  endless: number;
  /** Those of service accounts whose creator can't sign in anymore. */
  withoutCreator: number;
}

/** Counts the API keys that work at `now`, in all organizations. */
export const countWorkingKeys = async (db: Queries, now: number): Promise<WorkingKeys> => {
  const isLive = sql<SqlBool>`(expires_at is null or expires_at > ${now})`;
  const select = sql<number>`count(*)`.as('all');
  const endless = sql<number>`count(*) filter (where expires_at is null)`.as('endless');
  const members = await tablesOf(db)
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .where('users.status', '=', 'active')
    .where(isLive)
    .select([select, endless])
    .executeTakeFirstOrThrow();
  const services = await tablesOf(db)
    .selectFrom('service_account_keys as keys')
    .innerJoin('service_accounts', 'service_accounts.id', 'keys.account_id')
    .leftJoin('users as creator', 'creator.id', 'keys.created_by')
    .where('service_accounts.disabled_at', 'is', null)
    .where(isLive)
    .select([
      select,
      endless,
      sql<number>`count(*) filter (where creator.status is null or creator.status <> 'active')`.as('orphaned'),
    ])
    .executeTakeFirstOrThrow();
  return {
    ofMembers: toInteger(members.all),
    ofServiceAccounts: toInteger(services.all),
    endless: toInteger(members.endless) + toInteger(services.endless),
    withoutCreator: toInteger(services.orphaned),
  };
};

/** The latest sign-in, in milliseconds since the epoch. 0 if there was none. */
export const latestInstant = async (db: Queries): Promise<number> => {
  const row = await tablesOf(db)
    .selectFrom('sessions')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .executeTakeFirstOrThrow();
  return toInteger(row.at ?? 0);
};
