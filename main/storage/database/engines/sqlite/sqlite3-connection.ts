import { LRUCache } from 'lru-cache';
import sqlite3, { type Database, type Statement } from 'sqlite3';
import { createInFlight } from '../../../../platform/in-flight.ts';

export interface RunResult {
  changes: number;
}

/** One connection to a database file, with cached prepared statements. */
export interface Sqlite3Connection {
  /** Runs a statement that returns rows. Parameters must be strings, finite numbers, buffers or null. */
  all(sql: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Runs a statement that returns no rows. */
  run(sql: string, parameters: readonly unknown[]): Promise<RunResult>;
  /** Runs statements without parameters, separated by semicolons. */
  exec(sql: string): Promise<void>;
  /** Makes the statements in flight fail with SQLITE_INTERRUPT. */
  interrupt(): void;
  /** Drains statements in flight and refuses new ones. */
  close(): Promise<void>;
}

const statementsKept = 200;

/**
 * The driver binds undefined as NULL and a Date as a float, and fails to read an integer beyond 2^53 again. Reject them.
 * @throws TypeError for a value that would not come back as it is.
 */
const bindable = (value: unknown): string | number | Buffer | null => {
  if (value === null || typeof value === 'string' || Buffer.isBuffer(value)) return value;
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number))) return number as number;
  throw new TypeError(`A ${value instanceof Date ? 'Date' : typeof value} can't be stored in SQLite`);
};

/** What to do about an error depends on its primary code. `SQLITE_IOERR_WRITE` and its like say more about the cause. */
const withPrimaryCode = (error: Error & { code?: string; primaryCode?: string }): Error => {
  const { code, primaryCode } = error;
  return primaryCode === undefined ? error : Object.assign(error, { code: primaryCode, extendedCode: code });
};

type Done<Value> = (error: Error | null, value?: Value) => void;

/** The outcome of a call of the driver. All of its errors pass here. */
const outcomeOf = <Value = void>(call: (done: Done<Value>) => void): Promise<Value> =>
  new Promise((resolve, reject) => {
    call((error, value) => (error ? reject(withPrimaryCode(error)) : resolve(value as Value)));
  });

/**
 * Opens a connection. Its errors, and those of its methods, have SQLite's primary result code as `code`, such as
 * SQLITE_CANTOPEN or SQLITE_NOTADB, and the extended one as `extendedCode`.
 */
export const openSqlite3 = async (
  file: string,
  access: 'create' | 'read-write' | 'read-only',
): Promise<Sqlite3Connection> => {
  const mode = {
    create: sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE,
    'read-write': sqlite3.OPEN_READWRITE,
    'read-only': sqlite3.OPEN_READONLY,
  }[access];
  const handle = await outcomeOf<Database>((done) => {
    const opened: Database = new sqlite3.Database(file, mode, (error) => done(error, opened));
  });
  const statements = new LRUCache<string, Statement>({
    max: statementsKept,
    // Without a callback, the driver returns a promise that nobody would handle.
    dispose: (statement) => statement.finalize(() => {}),
  });
  const statementOf = async (sql: string): Promise<Statement> => {
    const kept = statements.get(sql);
    if (kept) return kept;
    const statement = await outcomeOf<Statement>((done) => {
      const prepared: Statement = handle.prepare(sql, (error) => done(error, prepared));
    });
    statements.set(sql, statement);
    return statement;
  };
  // Preparing a statement while the connection closes would prevent it from closing.
  const inFlight = createInFlight();
  let closed = false;
  const whileOpen = <Value>(work: () => Promise<Value>): Promise<Value> =>
    closed ? Promise.reject(new Error('The database is closed')) : inFlight.run(work);
  return {
    all: (sql, parameters) =>
      whileOpen(async () => {
        const statement = await statementOf(sql);
        return outcomeOf<Record<string, unknown>[]>((done) => statement.all(parameters.map(bindable), done));
      }),
    run: (sql, parameters) =>
      whileOpen(async () => {
        const statement = await statementOf(sql);
        return outcomeOf<RunResult>((done) => {
          statement.run(parameters.map(bindable), function (error) {
            done(error, { changes: Number(this.changes) });
          });
        });
      }),
    exec: (sql) => whileOpen(() => outcomeOf((done) => handle.exec(sql, done))),
    interrupt() {
      if (!closed) handle.interrupt();
    },
    async close() {
      closed = true;
      await inFlight.drain();
      statements.clear();
      await outcomeOf((done) => handle.close(done));
    },
  };
};
