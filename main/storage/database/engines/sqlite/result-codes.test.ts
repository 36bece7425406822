import { mkdir, open, rm } from 'node:fs/promises';
import sqlite3, { Database as Handle, Statement } from 'sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closedAfterwards, perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { toAppError } from '../../../../platform/app-error.ts';
import { type DataFolder, dataFolder } from '../../../../platform/data-folder.ts';
import { exitCodes, StartError } from '../../../../platform/start-error.ts';
import type { Database } from '../../database.ts';
import { tablesOf } from '../../tables.ts';
import { inspectDatabase, openDatabase } from './open.ts';
import { openSqlite3 } from './sqlite3-connection.ts';

const place = perTest(() => temporaryFolder('castellan-codes-'));
let folder: DataFolder;
beforeEach(async () => {
  folder = dataFolder(place.path);
});
afterEach(async () => {
  vi.restoreAllMocks();
});

interface Meaning {
  /** What a start says, and the code that it exits with. */
  start: readonly [says: string, exitCode: number];
  /** What a caller of the API is told. */
  answer: string;
}

const meanings = {
  FULL: { start: ['is full. Free some space', 75], answer: 'STORAGE_FULL' },
  IOERR: { start: ['The disk failed to read or write', 74], answer: 'INTERNAL' },
  BUSY: { start: ['Castellan is already running', 75], answer: 'BUSY' },
  READONLY: { start: ['is read-only', 77], answer: 'INTERNAL' },
  CORRUPT: { start: ['is damaged', 78], answer: 'INTERNAL' },
  // The system refuses nothing here.
  CANTOPEN: { start: ['as many files open as its limit allows', 75], answer: 'INTERNAL' },
} as const satisfies Record<string, Meaning>;
type Primary = keyof typeof meanings;

/** Every code that the driver knows of these kinds: the low byte of an extended code is its primary one. */
const codes = (Object.keys(meanings) as Primary[]).flatMap((primary) =>
  Object.entries<unknown>(sqlite3)
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    .filter(([name, value]) => name.startsWith(primary) && value % 256 === sqlite3[primary])
    .map(([name, errno]) => ({ primary, name: `SQLITE_${name}`, errno, ...(meanings[primary] as Meaning) })),
);

/** As the driver makes its errors. The real ones below hold it to that. */
const failure = ({ primary, name, errno }: (typeof codes)[number]): Error =>
  Object.assign(new Error(`${name}: as the driver says it`), { errno, code: name, primaryCode: `SQLITE_${primary}` });

/** Makes a method of the driver report an error. */
const failing = (target: object, method: string, error: Error) =>
  vi.spyOn(target as Record<string, (...words: unknown[]) => unknown>, method).mockImplementation(function (
    this: unknown,
    ...words
  ) {
    (words.at(-1) as (error: Error) => void).call(this, error);
  });

const addTenant = (db: Database, id: string) =>
  tablesOf(db.write).insertInto('tenants').values({ id, name: id, created_at: 0, delete_at: null }).execute();

/** The problem with which a start ends. */
const problemOf = async (work: () => Promise<unknown>): Promise<StartError> => {
  const error = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StartError)) throw new Error('There was no start error', { cause: error });
  return error;
};

describe('a result code', () => {
  it('has extended forms', () => {
    expect(codes.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'SQLITE_FULL',
        'SQLITE_IOERR_WRITE',
        'SQLITE_BUSY_SNAPSHOT',
        'SQLITE_READONLY_DBMOVED',
        'SQLITE_CORRUPT_INDEX',
        'SQLITE_CANTOPEN_ISDIR',
      ]),
    );
  });

  it('ends readiness and has its answer, in every form', async () => {
    const db = await closedAfterwards(openDatabase(folder));
    for (const code of codes) {
      const error = failure(code);
      const fault = failing(Statement.prototype, 'run', error);
      const thrown = await addTenant(db, code.name).catch((reason: unknown) => reason);
      expect(thrown).toMatchObject({
        code: `SQLITE_${code.primary}`,
        extendedCode: code.name,
        message: error.message,
      });
      expect([code.name, toAppError(thrown).key]).toEqual([code.name, code.answer]);
      await expect(db.assertReady(), code.name).rejects.toBe(error);
      fault.mockRestore();
      await db.assertReady();
    }
  });

  it('stops a start with its message and exit code, in every form', async () => {
    await (await openDatabase(folder)).close();
    for (const code of codes) {
      const fault =
        code.primary === 'BUSY'
          ? failing(Handle.prototype, 'exec', failure(code))
          : failing(Statement.prototype, 'all', failure(code));
      const { message, kind } = await problemOf(() => openDatabase(folder));
      const [says, exitCode] = code.start;
      expect([code.name, message]).toEqual([code.name, expect.stringContaining(says)]);
      expect([code.name, exitCodes[kind]]).toEqual([code.name, exitCode]);
      fault.mockRestore();
    }
    await (await openDatabase(folder)).close();
  });
});

describe('the driver, in a real fault, reports', () => {
  const create = async (...statements: string[]) => {
    const connection = await openSqlite3(folder.database, 'create');
    for (const statement of ['pragma journal_mode = wal', ...statements]) await connection.exec(statement);
    return connection;
  };

  it('a row that is there already', async () => {
    const connection = await create('create table t (id text primary key) without rowid', `insert into t values ('a')`);
    await expect(connection.run('insert into t values (?)', ['a'])).rejects.toMatchObject({
      code: 'SQLITE_CONSTRAINT',
      extendedCode: 'SQLITE_CONSTRAINT_PRIMARYKEY',
    });
    await connection.close();
  });

  it('a file that was removed while it was open', async () => {
    const connection = await create('create table t (n integer)', 'pragma journal_mode = delete');
    await rm(folder.database);
    const thrown = await connection.run('insert into t values (1)', []).catch((reason: unknown) => reason);
    expect(thrown).toMatchObject({ code: 'SQLITE_READONLY', extendedCode: 'SQLITE_READONLY_DBMOVED' });
    await connection.close();
  });

  it('a transaction that began before another one wrote', async () => {
    const connection = await create('create table t (n integer)', 'begin');
    await connection.all('select * from t', []);
    const another = await openSqlite3(folder.database, 'read-write');
    await another.run('insert into t values (1)', []);
    const thrown = await connection.run('insert into t values (2)', []).catch((reason: unknown) => reason);
    expect(thrown).toMatchObject({ code: 'SQLITE_BUSY', extendedCode: 'SQLITE_BUSY_SNAPSHOT' });
    expect(toAppError(thrown).key).toBe('BUSY');
    await another.close();
    await connection.close();
  });

  it('a folder in place of the file', async () => {
    await mkdir(folder.database);
    await expect(openSqlite3(folder.database, 'create')).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
    const { message, kind, cause } = await problemOf(() => inspectDatabase(folder.database, 'none'));
    expect(cause).toMatchObject({ code: 'SQLITE_IOERR' });
    expect([message, exitCodes[kind]]).toEqual([expect.stringContaining('The disk failed to read or write'), 74]);
  });

  it('a damaged search index', async () => {
    const connection = await create(
      'create virtual table words using fts5(word)',
      `insert into words values ('one')`,
      'update words_data set block = zeroblob(9) where id > 10',
    );
    await expect(connection.all(`select * from words('one')`, [])).rejects.toMatchObject({
      code: 'SQLITE_CORRUPT',
      extendedCode: 'SQLITE_CORRUPT_VTAB',
    });
    await connection.close();
  });

  it('a damaged page', async () => {
    const connection = await create('create table t (n text)', `insert into t values (hex(zeroblob(20000)))`);
    await connection.close();
    const file = await open(folder.database, 'r+');
    await file.write(Buffer.alloc(4_096, 255), 0, 4_096, 4_096);
    await file.close();
    const again = await openSqlite3(folder.database, 'read-only');
    await expect(again.all('select sum(length(n)) from t', [])).rejects.toMatchObject({ code: 'SQLITE_CORRUPT' });
    await again.close();
  });
});
