import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type Changes, type Write, writeOf } from './changes.ts';
import type { Mutex } from './mutex.ts';
import type { Sqlite3Connection } from './sqlite3-connection.ts';

/**
 * DECISION: our own dialect. Kysely's SqliteDialect expects the synchronous interface of another driver and would
 * resolve with nothing under this one.
 */
interface PooledConnection extends DatabaseConnection {
  readonly raw: Sqlite3Connection;
  release?: () => void;
  /** Writes of the open transaction; undefined outside of one. */
  writes: Write[] | undefined;
}

/** A statement answers rows if it selects, or if it is asked to return what it wrote. */
const answersRows = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' ||
  'returning' in query ||
  (query.kind === 'RawNode' && /^\s*(select|pragma|with|explain)\b|\breturning\b/i.test(sql));

const connect = (raw: Sqlite3Connection, changes: Changes | undefined): PooledConnection => {
  const connection: PooledConnection = {
    raw,
    writes: undefined,
    async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
      const { sql, parameters } = compiled;
      const write = changes && writeOf(compiled.query);
      // SQLite answers untyped rows; their shape is what the schema's types promise.
      const result: QueryResult<Row> = answersRows(compiled)
        ? { rows: (await raw.all(sql, parameters)) as Row[] }
        : { rows: [], numAffectedRows: BigInt((await raw.run(sql, parameters)).changes) };
      if (write) {
        if (connection.writes) connection.writes.push(write);
        else changes.committed([write]);
      }
      return result;
    },
    // biome-ignore lint/correctness/useYield: streaming is refused
    async *streamQuery() {
      throw new Error('Streaming is not supported: read in pages');
    },
  };
  return connection;
};

class Sqlite3Adapter extends SqliteAdapter {
  /** Otherwise Kysely would let one caller in at a time: readers would queue, and writers wait without end. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const dialect = (driver: Driver): Dialect => ({
  createAdapter: () => new Sqlite3Adapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

const transactions = (changes: Changes | undefined) => ({
  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw(changes ? 'begin immediate' : 'begin'));
    (connection as PooledConnection).writes = [];
  },
  async commitTransaction(connection: DatabaseConnection) {
    const pooled = connection as PooledConnection;
    await connection.executeQuery(CompiledQuery.raw('commit'));
    const writes = pooled.writes ?? [];
    pooled.writes = undefined;
    changes?.committed(writes);
  },
  async rollbackTransaction(connection: DatabaseConnection) {
    (connection as PooledConnection).writes = undefined;
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    } catch (error) {
      // SQLite has rolled back by itself where it ran out of space; the first error is the one to tell.
      if (!(error as Error).message.includes('no transaction is active')) throw error;
    }
  },
});

/** The one connection that writes, behind a mutex; transactions begin IMMEDIATE. Who opened it closes it. */
export const writerDialect = (raw: Sqlite3Connection, mutex: Mutex, changes: Changes): Dialect => {
  const connection = connect(raw, changes);
  return dialect({
    init: async () => {},
    async acquireConnection() {
      connection.release = await mutex.acquire();
      return connection;
    },
    async releaseConnection() {
      connection.release?.();
    },
    ...transactions(changes),
    destroy: async () => {},
  });
};

/** Connections that only read, handed out in turn; SQLite runs one statement of each at a time. Who opened them closes them. */
export const readerDialect = (raws: readonly Sqlite3Connection[]): Dialect => {
  const connections = raws.map((raw) => connect(raw, undefined));
  let turn = 0;
  return dialect({
    init: async () => {},
    async acquireConnection() {
      turn = (turn + 1) % connections.length;
      return connections[turn] as PooledConnection;
    },
    releaseConnection: async () => {},
    beginTransaction: async () => {
      throw new Error('A reader has no transactions');
    },
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    destroy: async () => {},
  });
};
