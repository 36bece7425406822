import { Kysely } from 'kysely';
import { second } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { createFairQueue } from '../../../../platform/fair-queue.ts';
import { assertMigrated, type DatabaseReport } from '../../database-report.ts';
import { migrations } from '../../migrations/index.ts';
import type { Queries, Schema } from '../../schema.ts';
import { asTransaction } from '../../tables.ts';
import { serviceTurn } from '../../turn.ts';
import { poolDialect } from './dialect.ts';
import { NoPrimaryError } from './errors.ts';
import { parsePostgresUrl } from './postgres-url.ts';
import { explainPostgresErrors, inspectPostgres } from './prepare.ts';
import { createSessions, type PostgresPool } from './sessions.ts';

/** The database in messages. @throws StartError for a wrong URL */
export const placeOf = (url: string): string => parsePostgresUrl(url).place;

const withPool = async <Result>(
  url: string,
  connectMs: number,
  work: (pool: PostgresPool, place: string) => Promise<Result>,
): Promise<Result> => {
  const server = parsePostgresUrl(url);
  const { place } = server;
  const sessions = createSessions(server, 'castellan command', connectMs);
  const pool = sessions.pool(1, { default_transaction_read_only: 'on' });
  try {
    return await explainPostgresErrors(place, () => work(pool, place));
  } finally {
    await pool.end();
  }
};

/** What a database on a server holds. Undefined for an empty one. @throws StartError if the service couldn't use it */
export const inspectDatabaseServer = (url: string, connectMs = 5 * second): Promise<DatabaseReport | undefined> =>
  withPool(url, connectMs, (pool, place) => inspectPostgres(pool, place, migrations));

/**
 * Tries nothing, so that it changes nothing: reads what a new connection of this user may do.
 * @throws StartError if the server takes no writes
 */
export const assertTakesWrites = (url: string, connectMs = 5 * second): Promise<void> =>
  withPool(url, connectMs, async (pool) => {
    // Not the value of this connection, which itself writes nothing.
    const { rows } = await pool.query<{ reset_val: string }>(
      `select reset_val from pg_settings where name = 'default_transaction_read_only'`,
    );
    if (rows[0]?.reset_val === 'on') throw new NoPrimaryError('accepts no writes');
  });

/**
 * Lets `work` read a database on a server without writing to it, as it is at one moment.
 * @throws StartError if it can't be reached, or isn't migrated
 */
export const readDatabaseServer = <Result>(
  url: string,
  connectMs: number | undefined,
  work: (db: Queries) => Promise<Result>,
): Promise<Result> =>
  withPool(url, connectMs ?? 5 * second, async (pool, place) => {
    assertMigrated(await inspectPostgres(pool, place, migrations), place);
    const queue = createFairQueue({
      slots: 1,
      slotsPerKey: 1,
      total: 100,
      perKey: 100,
      waitMs: 60 * second,
      refuse: () => new AppError('BUSY', { retry_after: 1 }),
    });
    const dialect = poolDialect(
      { pool, queue },
      () => ({ path: serviceTurn }),
      () => {},
    );
    return new Kysely<Schema>({ dialect })
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => work(asTransaction(tx)));
  });
