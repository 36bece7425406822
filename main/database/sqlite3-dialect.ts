import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type ChangeFeed, type Write, writeOf } from './change-feed.ts';
import { createGroupCommit } from './group-commit.ts';
import type { Mutex } from './mutex.ts';
import type { Sqlite3Connection } from './sqlite3-connection.ts';

/** A statement answers rows if it selects, or if it is asked to return what it wrote. */
const answersRows = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' ||
  'returning' in query ||
  (query.kind === 'RawNode' && /^\s*(select|pragma|with|explain)\b|\breturning\b/i.test(sql));

const execute = async <Row>(raw: Sqlite3Connection, compiled: CompiledQuery): Promise<QueryResult<Row>> => {
  const { sql, parameters } = compiled;
  // SQLite answers untyped rows; their shape is what the schema's types promise.
  return answersRows(compiled)
    ? { rows: (await raw.all(sql, parameters)) as Row[] }
    : { rows: [], numAffectedRows: BigInt((await raw.run(sql, parameters)).changes) };
};

// biome-ignore lint/correctness/useYield: streaming is refused
async function* streamQuery(): AsyncIterableIterator<never> {
  throw new Error('Streaming is not supported: read in pages');
}

/**
 * DECISION: our own dialect. Kysely's SqliteDialect expects the synchronous interface of another driver and would
 * resolve with nothing under this one.
 */
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

/** Rolls back; SQLite has done so by itself where it ran out of space: the first error is the one to tell. */
const rollBack = async (raw: Sqlite3Connection): Promise<void> => {
  try {
    await raw.run('rollback', []);
  } catch (error) {
    if (!(error as Error).message.includes('no transaction is active')) throw error;
  }
};

/** What one caller of the writer holds. */
interface WriterConnection extends DatabaseConnection {
  /** Present in a transaction. */
  transaction?: { writes: Write[]; release: () => void };
}

/**
 * The one connection that writes, behind a mutex; transactions begin IMMEDIATE, and statements outside of one share
 * their commits. Who opened it closes it.
 */
export const writerDialect = (raw: Sqlite3Connection, mutex: Mutex, changes: ChangeFeed): Dialect => {
  const begin = async (): Promise<void> => void (await raw.run('begin immediate', []));
  const commit = async (): Promise<void> => void (await raw.run('commit', []));
  const rollback = (): Promise<void> => rollBack(raw);
  const commits = createGroupCommit(mutex, { begin, commit, rollback });

  const byItself = async <Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> => {
    const release = await mutex.acquire();
    try {
      return await execute<Row>(raw, compiled);
    } finally {
      release();
    }
  };
  const connect = (): WriterConnection => {
    const connection: WriterConnection = {
      async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
        const write = writeOf(compiled.query);
        if (connection.transaction) {
          const result = await execute<Row>(raw, compiled);
          if (write) connection.transaction.writes.push(write);
          return result;
        }
        if (!write) return byItself<Row>(compiled);
        const result = await commits.run(() => execute<Row>(raw, compiled));
        changes.committed([write]);
        return result;
      },
      streamQuery,
    };
    return connection;
  };
  return dialect({
    init: async () => {},
    acquireConnection: async () => connect(),
    async beginTransaction(connection: WriterConnection) {
      const release = await mutex.acquire();
      try {
        await begin();
      } catch (error) {
        release();
        throw error;
      }
      connection.transaction = { writes: [], release };
    },
    async commitTransaction({ transaction }: WriterConnection) {
      await commit();
      changes.committed(transaction?.writes ?? []);
    },
    rollbackTransaction: rollback,
    async releaseConnection({ transaction }: WriterConnection) {
      transaction?.release();
    },
    destroy: async () => {},
  });
};

/** Connections that only read, handed out in turn; SQLite runs one statement of each at a time. Who opened them closes them. */
export const readerDialect = (raws: readonly Sqlite3Connection[]): Dialect => {
  const connections = raws.map(
    (raw): DatabaseConnection => ({
      executeQuery: (compiled) => execute(raw, compiled),
      streamQuery,
    }),
  );
  let turn = 0;
  return dialect({
    init: async () => {},
    async acquireConnection() {
      turn = (turn + 1) % connections.length;
      return connections[turn] as DatabaseConnection;
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
