import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { AppError } from '#shared/texts/errors.ts';
import { StartError } from '../../../../platform/start-error.ts';
import { type DatabaseReport, reportOn } from '../../database-report.ts';
import { type OwnMigration, requiredBy } from '../../migrations/contraction.ts';
import type { Schema } from '../../schema.ts';
import { isTransient, NoPrimaryError } from './errors.ts';
import { readInstanceName } from './instances.ts';
import type { PostgresPool } from './sessions.ts';

const oldestVersion = 140_000;

/** @throws StartError for a server or a database that the service doesn't work on */
const assertSuitable = async (pool: PostgresPool, place: string): Promise<void> => {
  const { rows } = await pool.query(`
    select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding,
      datcollate as collation, current_schema() as schema
    from pg_database where datname = current_database()
  `);
  const { version, encoding, collation, schema } = rows[0] ?? {};
  if (version < oldestVersion) throw new StartError({ name: 'databaseTooOld', values: { place } });
  if (schema === null) throw new StartError({ name: 'databaseWithoutSchema', values: { place } });
  // Names sort as the embedded engine sorts them, on every computer alike.
  if (encoding !== 'UTF8' || !['C', 'POSIX', 'C.UTF-8', 'C.utf8'].includes(collation)) {
    throw new StartError({ name: 'databaseCollation', values: { place, encoding, collation } });
  }
};

/** Says why a server can't be used. Undefined if that isn't about the server. */
const serverProblem = (error: unknown, place: string): StartError | undefined => {
  const cause = error instanceof AppError && error.cause !== undefined ? error.cause : error;
  const { code, message, address } = cause as { code?: string; message: string; address?: string };
  if (code === '28P01' || code === '28000') {
    return new StartError(
      { name: 'databaseSignIn', values: { place, problem: message } },
      { cause, kind: 'permission' },
    );
  }
  if (code === '3D000') return new StartError({ name: 'databaseMissing', values: { place } }, { cause });
  if (code === '42501') {
    return new StartError(
      { name: 'databaseRights', values: { place, problem: message } },
      { cause, kind: 'permission' },
    );
  }
  if (/certificate|self-signed|does not support SSL|Hostname\/IP/i.test(message)) {
    return new StartError({ name: 'databaseTls', values: { place, problem: message } }, { cause });
  }
  if (code === '53100') {
    return new StartError({ name: 'databaseFull', values: { place, problem: message } }, { cause, kind: 'full' });
  }
  if (cause instanceof NoPrimaryError)
    return new StartError(
      { name: 'databaseWithoutPrimary', values: { place, problem: message } },
      { cause, kind: 'unready' },
    );
  if (code === '25006')
    return new StartError(
      { name: 'databaseReadOnly', values: { place, problem: message } },
      { cause, kind: 'unready' },
    );
  if (code === 'EACCES' && address?.startsWith('/')) {
    return new StartError(
      { name: 'databaseUnreachable', values: { place, problem: message } },
      { cause, kind: 'permission' },
    );
  }
  return isTransient(cause)
    ? new StartError(
        { name: 'databaseUnreachable', values: { place, problem: message || String(code) } },
        { cause, kind: 'io' },
      )
    : undefined;
};

/** Runs `work` on a server. @throws StartError with one line for the person who started the service */
export const explainPostgresErrors = async <Result>(place: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StartError ? error : (serverProblem(error, place) ?? error);
  }
};

/**
 * Reads what a database holds, without writing to it.
 * @returns undefined for an empty one
 * @throws StartError for one that another program, a newer Castellan or one from before 0.1.0 has written, or that doesn't suit
 */
export const inspectPostgres = async (
  pool: PostgresPool,
  place: string,
  known: Record<string, OwnMigration>,
): Promise<DatabaseReport | undefined> => {
  await assertSuitable(pool, place);
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = current_schema()`,
  );
  const tables = new Set(rows.map(({ name }) => name));
  if (tables.size === 0) return undefined;
  if (!tables.has('kysely_migration')) {
    throw new StartError({ name: 'databaseOfAnother', values: { place } });
  }
  const source = { tables, select: async (sql: string) => (await pool.query(sql)).rows };
  return reportOn(source, place, known, { admitsNewer: true });
};

/**
 * DECISION 0166: a migration that takes something away has to wait until no one uses it.
 * @throws StartError while an instance is connected that would not work afterwards
 */
export const assertNoInstanceNeeds = async (
  pool: PostgresPool,
  place: string,
  pending: readonly OwnMigration[],
): Promise<void> => {
  const required = requiredBy(pending);
  if (required === undefined) return;
  const { rows } = await pool.query<{ name: string }>(`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name ~ '^castellan [0-9]'
  `);
  if (rows.every(({ name }) => readInstanceName(name).lastMigration >= required)) return;
  throw new StartError({ name: 'olderInstances', values: { place } }, { kind: 'refused' });
};

const forServer = (migrations: Record<string, OwnMigration>): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, { up, onDatabaseServer = up }]) => [name, { up: onDatabaseServer }]),
  );

/** Applies pending migrations. Of several instances that start at once, one does, and the others wait for it. */
export const migratePostgres = async (
  db: Kysely<Schema>,
  pool: PostgresPool,
  place: string,
  migrations: Record<string, OwnMigration>,
): Promise<void> => {
  const { rows } = await pool.query<{ schema: string }>('select current_schema() as schema');
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => forServer(migrations) },
    // Otherwise Kysely looks in every schema for its table.
    ...(rows[0] && { migrationTableSchema: rows[0].schema }),
  });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw (
    serverProblem(error, place) ??
    new StartError(
      { name: 'databaseMigration', values: { place, migration: failed ?? 'unknown migration' } },
      { cause: error },
    )
  );
};
