import { constants } from 'node:fs';
import { access, chmod, stat } from 'node:fs/promises';
import { Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { second } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { assertOwner, type DataFolder } from '../../../../platform/data-folder.ts';
import { fileExists } from '../../../../platform/file-exists.ts';
import { StartError } from '../../../../platform/start-error.ts';
import { explainStorageErrors, storageProblem } from '../../../../platform/storage-error.ts';
import { upgradeCopyPath } from '../../../../platform/upgrade-copies.ts';
import { createChangeFeed } from '../../change-feed.ts';
import { type Database, type ReadScope, wholeDatabase } from '../../database.ts';
import { assertMigrated, type DatabaseReport, reportOn } from '../../database-report.ts';
import { migrations as ownMigrations } from '../../migrations/index.ts';
import type { Queries, Schema } from '../../schema.ts';
import { ScopedDatabase } from '../../scoped-database.ts';
import { asQueries, asTransaction } from '../../tables.ts';
import { serviceTurn, turnOf } from '../../turn.ts';
import { type DatabaseFacts, readDatabaseFacts, type UnmigratedDatabase } from '../../unmigrated-database.ts';
import { checkInBackground, checkIntegrity, damageIn, nothingToCheck } from './integrity.ts';
import { copyDatabase, migrate } from './migrate.ts';
import { createMutex } from './mutex.ts';
import { createReaderPool } from './reader-pool.ts';
import { createRowSearch, createSearchIndexes } from './search-index.ts';
import { openSqlite3, type Sqlite3Connection } from './sqlite3-connection.ts';
import { readerDialect, writerDialect } from './sqlite3-dialect.ts';
import { createWriteHealth } from './write-health.ts';

/** One more than a single tenant may use at once. */
const readers = 3;
const busyTimeoutMs = 5 * second;
/** A backup reads for as long as it takes to copy the file. */
const readerPatienceMs = 50;

/** Keep the caches small: the OS page cache holds hot data, and gives its memory back. */
const writerPragmas = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma busy_timeout = ${busyTimeoutMs};
  pragma secure_delete = on;
  pragma cache_size = -4096;
`;
const readerPragmas = `
  pragma busy_timeout = ${busyTimeoutMs};
  pragma query_only = on;
  pragma cache_size = -2048;
`;

const busy = (): AppError => new AppError('BUSY', { retry_after: 1 });

/**
 * Locks the data folder for this process. The operating system releases the lock however the process ends.
 * @throws StartError while another instance holds it, or if the folder belongs to another user.
 */
export const lockDataFolder = async (folder: DataFolder): Promise<Sqlite3Connection> => {
  await assertOwner(folder);
  const lock = await openSqlite3(folder.lock, 'create');
  try {
    if (process.platform !== 'win32') await chmod(folder.lock, 0o600);
    await lock.exec('pragma busy_timeout = 0; begin exclusive');
    return lock;
  } catch (cause) {
    await lock.close();
    if ((cause as { code?: unknown }).code !== 'SQLITE_BUSY') throw cause;
    throw new StartError({ name: 'running', values: { folder: folder.path } }, { cause, kind: 'locked' });
  }
};

const unmigrated = async (connection: Sqlite3Connection): Promise<UnmigratedDatabase> => {
  const rows = await connection.all(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite!_%' escape '!'`,
    [],
  );
  return {
    tables: new Set(rows.map(({ name }) => String(name))),
    select: (statement) => connection.all(statement, []),
  };
};

/**
 * Checks a database file without writing to it. A quick check reads every page; a thorough one covers every index and
 * reference. With `none`, only reads what the report needs.
 * @param place the file in messages
 * @returns undefined if there is no file.
 * @throws StartError for a damaged file, one from before 0.1.0 or of a newer Castellan, or one that can't be read.
 */
export const inspectDatabase = async (
  file: string,
  depth: 'none' | 'quick' | 'thorough',
  { known = ownMigrations, place = file }: { known?: Record<string, Migration>; place?: string } = {},
): Promise<DatabaseReport | undefined> => {
  let connection: Sqlite3Connection | undefined;
  try {
    if (!(await fileExists(file))) return undefined;
    connection = await openSqlite3(file, 'read-only');
    if (depth !== 'none') await checkIntegrity(place, connection, depth);
    return await reportOn(await unmigrated(connection), place, known);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw (
      damageIn(place, cause) ??
      (await storageProblem(cause, file)) ??
      new StartError({ name: 'unreadable', values: { place, problem: (cause as Error).message } }, { cause })
    );
  } finally {
    await connection?.close();
  }
};

/** What a backup says about a database file, which may be that of an older version. @throws Error if it can't be read */
export const readFacts = async (file: string): Promise<DatabaseFacts> => {
  const connection = await openSqlite3(file, 'read-only');
  try {
    return await readDatabaseFacts(await unmigrated(connection));
  } finally {
    await connection.close();
  }
};

/**
 * Lets `work` read a database file without writing to it, even while Castellan is running on it.
 * @throws StartError if it isn't migrated, or Error if the file is missing or can't be read.
 */
export const readDatabase = async <Result>(
  file: string,
  work: (db: Queries) => Promise<Result>,
  known: Record<string, Migration> = ownMigrations,
): Promise<Result> => {
  const connection = await openSqlite3(file, 'read-only');
  try {
    assertMigrated(await reportOn(await unmigrated(connection), file, known), file);
    const pool = createReaderPool([connection], { waitMs: busyTimeoutMs, refuse: busy });
    return await work(asQueries(new Kysely({ dialect: readerDialect(pool, { path: serviceTurn }) })));
  } finally {
    await connection.close();
  }
};

/** Reading a file of this size before every start takes a quarter of a second. */
const quickCheckBytes = 64 * 1_048_576;

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    // There is none yet, or opening it says why not.
    () => 0,
  );

export interface OpenOptions {
  migrations?: Record<string, Migration>;
  /** Files up to this size are checked before every start. */
  checkedBytes?: number;
  /** Called if a check in the background finds damage. */
  onDamage?: ((error: Error) => void) | undefined;
  /** Sees what the file holds before anything is written, and may throw. */
  admit?: (report: DatabaseReport | undefined) => Promise<void>;
  /** Whether an older file is copied before it is migrated. */
  keepsOlder?: boolean;
}

/**
 * Opens the database of a data folder: locks the folder, checks the file, migrates it (after copying an older one), and
 * opens the writer and the readers. A large file is checked only after a crash, in the background.
 * @throws StartError for a second instance, a damaged file, a newer schema or one from before 0.1.0, or a disk that can't be written. The file is
 * then untouched.
 */
export const openDatabase = async (
  folder: DataFolder,
  { migrations = ownMigrations, checkedBytes = quickCheckBytes, onDamage, admit, keepsOlder = true }: OpenOptions = {},
): Promise<Database> => {
  const opened = [await explainStorageErrors(folder.lock, () => lockDataFolder(folder))];
  // Kysely doesn't destroy a driver that was never used, so close everything here ourselves, the lock last.
  const closeAll = async (): Promise<void> => {
    for (const connection of opened.toReversed()) await connection.close();
  };
  try {
    const isLarge = (await sizeOf(folder.database)) > checkedBytes;
    // An orderly stop leaves no log behind.
    const isAfterCrash = (await sizeOf(`${folder.database}-wal`)) > 0;
    const report = await inspectDatabase(folder.database, isLarge ? 'none' : 'quick', { known: migrations });
    await admit?.(report);
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
      return busy();
    });
    const write = new Kysely<Schema>({ dialect: writerDialect(health.connection, mutex, changes) });
    const pending = Object.keys(migrations).filter((name) => !applied.includes(name));
    if (pending.length > 0) {
      if (applied.length > 0 && keepsOlder) await copyDatabase(write, upgradeCopyPath(folder, String(pending[0])));
      await migrate(folder.database, write, migrations);
    }
    await createSearchIndexes(write);
    const connections = await Promise.all(
      Array.from({ length: readers }, async () => {
        const connection = await openSqlite3(folder.database, 'read-write');
        opened.push(connection);
        await connection.exec(readerPragmas);
        return connection;
      }),
    );
    const pool = createReaderPool(connections, { waitMs: busyTimeoutMs, refuse: busy });
    const readFor = ({ gone, ...scope }: ReadScope): Kysely<Schema> =>
      new Kysely({ dialect: readerDialect(pool, { path: turnOf(scope) ?? serviceTurn, gone }) });
    const read = readFor({});
    const check = isLarge && isAfterCrash ? await checkInBackground(folder.database, onDamage) : nothingToCheck;
    let truncateDue = false;
    const database: Database = {
      isShared: false,
      read: asQueries(read),
      write: asQueries(write),
      get [wholeDatabase]() {
        return database;
      },
      scopedTo: (scope) => new ScopedDatabase(database, () => asQueries(readFor(scope))),
      writeFor: (tenant) =>
        asQueries(new Kysely({ dialect: writerDialect(health.connection, mutex, changes, { tenant }) })),
      transaction(scope, work) {
        const turn = { path: turnOf(scope), tenant: scope.tenant };
        const dialect = writerDialect(health.connection, mutex, changes, turn);
        return new Kysely<Schema>({ dialect }).transaction().execute((tx) => work(asTransaction(tx)));
      },
      search: createRowSearch((tenant) => readFor({ tenant })),
      changes,
      writerUsage: mutex.usage,
      readerUsage: pool.usage,
      checked: check.done,
      async assertReady() {
        check.assertIntact();
        await sql`select 1`.execute(read);
        await health.assertWritable(mutex);
      },
      async checkpoint(mode) {
        const truncates = mode === 'truncate' || truncateDue;
        const release = await mutex.acquire();
        try {
          await writerConnection.exec(`pragma busy_timeout = ${readerPatienceMs}`);
          const [result] = await writerConnection.all(
            `pragma wal_checkpoint(${truncates ? 'truncate' : 'passive'})`,
            [],
          );
          truncateDue = truncates && Number(result?.busy) !== 0;
        } finally {
          await writerConnection.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
          release();
        }
      },
      async lead(_job, run) {
        await run(new AbortController().signal);
        return true;
      },
      alone: (work) => work(),
      confirm: async () => {},
      unconfirmed: async () => 0,
      instances: async () => [],
      async close() {
        await check.stop();
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
