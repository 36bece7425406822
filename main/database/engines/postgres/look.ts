import { Kysely } from 'kysely';
import pg from 'pg';
import { AppError } from '#shared/errors.ts';
import { second } from '#shared/limits.ts';
import { createFairQueue } from '../../../platform/fair-queue.ts';
import { assertMigrated, type DatabaseReport } from '../../database-report.ts';
import { migrations } from '../../migrations/index.ts';
import type { Queries, Schema } from '../../schema.ts';
import { poolDialect } from './dialect.ts';
import { explainServerErrors, inspectServer } from './prepare.ts';
import { parseServerUrl } from './server-url.ts';
import { valueTypes } from './values.ts';

/** The database in messages. @throws StartError for a wrong URL */
export const placeOf = (url: string): string => parseServerUrl(url).place;

const withPool = async <Result>(
  url: string,
  connectionTimeoutMillis: number,
  work: (pool: pg.Pool, place: string) => Promise<Result>,
): Promise<Result> => {
  const { client, place } = parseServerUrl(url);
  const pool = new pg.Pool({
    ...client,
    application_name: 'castellan command',
    connectionTimeoutMillis,
    types: valueTypes as typeof pg.types,
    max: 1,
    options: '-c default_transaction_read_only=on',
  });
  pool.on('error', () => {});
  try {
    return await explainServerErrors(place, () => work(pool, place));
  } finally {
    await pool.end();
  }
};

/** What a database on a server holds. Undefined for an empty one. @throws StartError if the service couldn't use it */
export const lookAtServer = (url: string, connectMs = 5 * second): Promise<DatabaseReport | undefined> =>
  withPool(url, connectMs, (pool, place) => inspectServer(pool, place, migrations));

/**
 * Lets `work` read a database on a server without writing to it, as it is at one moment.
 * @throws StartError if it can't be reached, or isn't migrated
 */
export const readServer = <Result>(
  url: string,
  connectMs: number | undefined,
  work: (db: Queries) => Promise<Result>,
): Promise<Result> =>
  withPool(url, connectMs ?? 5 * second, async (pool, place) => {
    assertMigrated(await inspectServer(pool, place, migrations), place);
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
      () => ({ key: '' }),
      () => {},
    );
    return new Kysely<Schema>({ dialect })
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(work);
  });
