import { constants } from 'node:fs';
import { access, chmod, rename, rm } from 'node:fs/promises';
import { Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { AppError } from '#shared/errors.ts';
import { second } from '#shared/limits.ts';
import type { DataFolder } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';
import { explainStorageErrors, storageProblem } from '../platform/storage-error.ts';
import { createChangeFeed } from './change-feed.ts';
import { type Database, wholeDatabase } from './database.ts';
import { migrations as ownMigrations } from './migrations/index.ts';
import { createMutex } from './mutex.ts';
import type { Queries } from './schema.ts';
import { openSqlite3, type Sqlite3Connection } from './sqlite3-connection.ts';
import { readerDialect, writerDialect } from './sqlite3-dialect.ts';
import { createWriteHealth } from './write-health.ts';

const readers = 2;
const busyTimeoutMs = 5 * second;

/** Keep the caches small: the OS page cache holds hot data, and gives its memory back. */
const writerPragmas = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma busy_timeout = ${busyTimeoutMs};
  pragma secure_delete = on;
  pragma cache_size = -8192;
`;
const readerPragmas = `
  pragma busy_timeout = ${busyTimeoutMs};
  pragma query_only = on;
  pragma cache_size = -4096;
`;

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Locks the data folder for this process. The operating system releases the lock however the process ends.
 * @throws StartError while another instance holds it.
 */
const lockFolder = async (folder: DataFolder): Promise<Sqlite3Connection> => {
  const lock = await openSqlite3(folder.lock, 'create');
  try {
    if (process.platform !== 'win32') await chmod(folder.lock, 0o600);
    await lock.exec('pragma busy_timeout = 0; begin exclusive');
    return lock;
  } catch (cause) {
    await lock.close();
    if ((cause as { code?: unknown }).code !== 'SQLITE_BUSY') throw cause;
    throw new StartError(`Castellan is already running on ${folder.path}`, { cause, kind: 'locked' });
  }
};

/** Names of the migrations already applied. Empty for a new database. */
const appliedMigrations = async (connection: Sqlite3Connection): Promise<string[]> => {
  const tables = await connection.all(`select 1 from sqlite_master where name = 'kysely_migration'`, []);
  if (tables.length === 0) return [];
  const rows = await connection.all('select name from kysely_migration order by name', []);
  return rows.map((row) => String(row.name));
};

const damaged = (file: string, what: string, options: ErrorOptions = {}): StartError =>
  new StartError(`${file} is damaged: ${what}. It was not changed`, { ...options, kind: 'damaged' });

/** What an existing database file holds. */
export interface DatabaseReport {
  /** Names of the migrations already applied. */
  applied: string[];
  /** The latest stored instant, in milliseconds since the epoch. 0 if there is none. */
  latestInstant: number;
}

const checkIntegrity = async (
  file: string,
  connection: Sqlite3Connection,
  depth: 'quick' | 'thorough',
): Promise<void> => {
  const [check] = await connection.all(depth === 'quick' ? 'pragma quick_check(1)' : 'pragma integrity_check(1)', []);
  const verdict = Object.values(check ?? {})[0];
  if (verdict !== 'ok') throw damaged(file, String(verdict));
  if (depth === 'thorough' && (await connection.all('pragma foreign_key_check', [])).length > 0) {
    throw damaged(file, 'foreign keys refer to missing rows');
  }
};

/**
 * Checks a database file without writing to it. A quick check runs on every start; a thorough one covers every index
 * and reference. With `none`, only reads what the report needs.
 * @returns undefined if there is no file.
 * @throws StartError for a damaged file, one written by a newer Castellan, or one that can't be read.
 */
export const inspectDatabase = async (
  file: string,
  depth: 'none' | 'quick' | 'thorough',
  known: Record<string, Migration> = ownMigrations,
): Promise<DatabaseReport | undefined> => {
  if (!(await exists(file))) return undefined;
  let connection: Sqlite3Connection | undefined;
  try {
    connection = await openSqlite3(file, 'read-only');
    if (depth !== 'none') await checkIntegrity(file, connection, depth);
    const applied = await appliedMigrations(connection);
    const unknown = applied.find((name) => !(name in known));
    if (unknown !== undefined) {
      throw new StartError(
        `${file} was written by a newer version of Castellan (migration ${unknown}). It was not changed`,
        {
          kind: 'newer',
        },
      );
    }
    const [latest] = applied.length > 0 ? await connection.all('select max(created_at) as at from sessions', []) : [];
    return { applied, latestInstant: Number(latest?.at ?? 0) };
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const { code, message } = cause as { code?: unknown; message: string };
    if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB') throw damaged(file, message, { cause });
    throw (await storageProblem(cause, file)) ?? new StartError(`Can't read ${file}: ${message}`, { cause });
  } finally {
    await connection?.close();
  }
};

/**
 * Lets `work` read a database file without writing to it, even while Castellan is running on it.
 * @throws Error if the file is missing or can't be read.
 */
export const readDatabase = async <Result>(file: string, work: (db: Queries) => Promise<Result>): Promise<Result> => {
  const connection = await openSqlite3(file, 'read-only');
  try {
    return await work(new Kysely({ dialect: readerDialect([connection]) }));
  } finally {
    await connection.close();
  }
};

/**
 * Copies the database to a file that only its owner can access. Replaces an existing file once the copy is complete.
 */
const copyDatabase = async (db: Queries, target: string): Promise<void> => {
  const part = `${target}.part`;
  await rm(part, { force: true });
  await sql`vacuum into ${part}`.execute(db);
  await chmod(part, 0o600);
  await rename(part, target);
};

const migrate = async (file: string, db: Queries, migrations: Record<string, Migration>): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw (
    (await storageProblem(error, file)) ??
    new StartError(`Database migration failed (${failed ?? 'unknown migration'})`, { cause: error })
  );
};

/**
 * Opens the database of a data folder: locks the folder, checks the file, migrates it (after copying an older one), and
 * opens the writer and the readers.
 * @throws StartError for a second instance, a damaged file, a newer schema, or a disk that can't be written. The file is
 * then untouched.
 */
export const openDatabase = async (
  folder: DataFolder,
  migrations: Record<string, Migration> = ownMigrations,
): Promise<Database> => {
  const opened = [await explainStorageErrors(folder.lock, () => lockFolder(folder))];
  // Kysely doesn't destroy a driver that was never used, so close everything here ourselves, the lock last.
  const closeAll = async (): Promise<void> => {
    for (const connection of opened.toReversed()) await connection.close();
  };
  try {
    const report = await inspectDatabase(folder.database, 'quick', migrations);
    const applied = report?.applied ?? [];
    // SQLite would open a read-only file, and fail only at the first write.
    if (report) await access(folder.database, constants.R_OK | constants.W_OK);
    const writerConnection = await openSqlite3(folder.database, report ? 'read-write' : 'create');
    opened.push(writerConnection);
    if (process.platform !== 'win32') await chmod(folder.database, 0o600);
    await writerConnection.exec(writerPragmas);
    const changes = createChangeFeed();
    const health = createWriteHealth(writerConnection);
    const mutex = createMutex(busyTimeoutMs, () => {
      health.recordBusy();
      return new AppError('BUSY', { retry_after: 1 });
    });
    const write: Queries = new Kysely({ dialect: writerDialect(health.connection, mutex, changes) });
    const pending = Object.keys(migrations).filter((name) => !applied.includes(name));
    if (pending.length > 0) {
      if (applied.length > 0) await copyDatabase(write, `${folder.database}.before-${pending[0]}`);
      await migrate(folder.database, write, migrations);
    }
    const connections = await Promise.all(
      Array.from({ length: readers }, async () => {
        const connection = await openSqlite3(folder.database, 'read-write');
        opened.push(connection);
        await connection.exec(readerPragmas);
        return connection;
      }),
    );
    const read: Queries = new Kysely({ dialect: readerDialect(connections) });
    const database: Database = {
      read,
      write,
      get [wholeDatabase]() {
        return database;
      },
      transaction: (_scope, work) => write.transaction().execute(work),
      changes,
      async assertReady() {
        await sql`select 1`.execute(read);
        await health.assertWritable(mutex);
      },
      async checkpoint(mode) {
        await sql`pragma wal_checkpoint(${sql.raw(mode)})`.execute(write);
      },
      async close() {
        await read.destroy();
        await write.destroy();
        await closeAll();
      },
    };
    return database;
  } catch (error) {
    await closeAll();
    throw error instanceof StartError ? error : ((await storageProblem(error, folder.database)) ?? error);
  }
};
