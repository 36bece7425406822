import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import sqlite3 from 'sqlite3';
import { createInFlight } from '../../../platform/in-flight.ts';

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
 * The driver silently binds undefined, Date and large bigints as NULL or floats. Reject them instead.
 * @throws TypeError for a value that SQLite would not store as is.
 */
const bindable = (value: unknown): unknown => {
  if (value === null || typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'bigint' && value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER) {
    return Number(value);
  }
  throw new TypeError(`A ${value instanceof Date ? 'Date' : typeof value} can't be stored in SQLite`);
};

const openHandle = (file: string, mode: number): Promise<sqlite3.Database> =>
  new Promise((resolve, reject) => {
    const handle: sqlite3.Database = new sqlite3.Database(file, mode, (error) =>
      error ? reject(error) : resolve(handle),
    );
  });

const prepare = (handle: sqlite3.Database, sql: string): Promise<sqlite3.Statement> =>
  new Promise((resolve, reject) => {
    const statement: sqlite3.Statement = handle.prepare(sql, (error: Error | null) =>
      error ? reject(error) : resolve(statement),
    );
  });

/**
 * Opens a connection.
 * @throws Error with `code` SQLITE_CANTOPEN, SQLITE_NOTADB, … as the driver reports it.
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
  const handle = await openHandle(file, mode);
  const statements = new LRUCache<string, sqlite3.Statement>({
    max: statementsKept,
    dispose: (statement) => statement.finalize(),
  });
  const statementOf = async (sql: string): Promise<sqlite3.Statement> => {
    const kept = statements.get(sql);
    if (kept) return kept;
    const statement = await prepare(handle, sql);
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
        return new Promise((resolve, reject) => {
          statement.all<Record<string, unknown>>(parameters.map(bindable), (error, rows) =>
            error ? reject(error) : resolve(rows),
          );
        });
      }),
    run: (sql, parameters) =>
      whileOpen(async () => {
        const statement = await statementOf(sql);
        return new Promise((resolve, reject) => {
          statement.run(parameters.map(bindable), function (this: sqlite3.RunResult, error: Error | null) {
            if (error) reject(error);
            else resolve({ changes: this.changes });
          });
        });
      }),
    exec: (sql) => whileOpen(() => promisify<string, void>(handle.exec.bind(handle))(sql)),
    interrupt() {
      if (!closed) handle.interrupt();
    },
    async close() {
      closed = true;
      await inFlight.drain();
      statements.clear();
      await promisify<void>(handle.close.bind(handle))();
    },
  };
};
