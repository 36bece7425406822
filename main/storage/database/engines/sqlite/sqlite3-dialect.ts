import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely';
import type { Path, Waiter } from '../../../../platform/fair-queue.ts';
import type { ChangeFeed } from '../../change-feed.ts';
import { type Write, writtenBy } from '../../statement-write.ts';
import { createGroupCommit } from './group-commit.ts';
import type { Mutex } from './mutex.ts';
import { EmbeddedQueryCompiler } from './query-compiler.ts';
import type { BorrowedReader, ReaderPool } from './reader-pool.ts';
import type { Sqlite3Connection } from './sqlite3-connection.ts';

/** A statement returns rows if it is a select or has a `returning` clause. */
const answersRows = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' ||
  'returning' in query ||
  (query.kind === 'RawNode' && /^\s*(select|pragma|with|explain)\b|\breturning\b/i.test(sql));

/** Other statements, such as `vacuum`, may refuse to run in a transaction. */
const sharesCommit = ({ query: { kind } }: CompiledQuery): boolean =>
  kind === 'InsertQueryNode' || kind === 'UpdateQueryNode' || kind === 'DeleteQueryNode';

const execute = async <Row>(raw: Sqlite3Connection, compiled: CompiledQuery): Promise<QueryResult<Row>> => {
  const { sql, parameters } = compiled;
  // SQLite returns untyped rows. The schema's types describe their shape.
  return answersRows(compiled)
    ? { rows: (await raw.all(sql, parameters)) as Row[] }
    : { rows: [], numAffectedRows: BigInt((await raw.run(sql, parameters)).changes) };
};

// biome-ignore lint/correctness/useYield: streaming is refused
async function* streamQuery(): AsyncIterableIterator<never> {
  throw new Error('Streaming is not supported; read page by page');
}

/**
 * DECISION 0001: our own dialect. Kysely's SqliteDialect expects the synchronous interface of another driver, and with
 * this one would resolve with nothing.
 */
class Sqlite3Adapter extends SqliteAdapter {
  /** Otherwise Kysely would admit one caller at a time: readers would queue, and writers would wait forever. */
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
  createQueryCompiler: () => new EmbeddedQueryCompiler(),
});

/**
 * Rolls back. When out of space, SQLite already did so on its own; ignore that error so the caller sees the first one.
 */
export const rollBack = async (raw: Sqlite3Connection): Promise<void> => {
  try {
    await raw.run('rollback', []);
  } catch (error) {
    if (!(error as Error).message.includes('no transaction is active')) throw error;
  }
};

/** The writer connection as one caller sees it. */
interface WriterConnection extends DatabaseConnection {
  /** Set inside a transaction. */
  transaction?: { writes: Write[]; release: () => void };
}

/**
 * The only connection that writes, behind a mutex. Transactions begin IMMEDIATE; statements outside of one share
 * commits. The caller that opened the connection closes it.
 * @param turn whose turn its transactions wait for, see {@link Mutex}, and whose data they are about
 */
export const writerDialect = (
  raw: Sqlite3Connection,
  mutex: Mutex,
  changes: ChangeFeed,
  { path, tenant }: { path?: Path | undefined; tenant?: string | undefined } = {},
): Dialect => {
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
        if (connection.transaction) {
          const result = await execute<Row>(raw, compiled);
          const written = writtenBy(compiled, result);
          if (written) connection.transaction.writes.push(written);
          return result;
        }
        const result = await (sharesCommit(compiled)
          ? commits.run(() => execute<Row>(raw, compiled))
          : byItself<Row>(compiled));
        const written = writtenBy(compiled, result);
        if (written) changes.committed([written], tenant);
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
      const release = await mutex.acquire(path);
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
      changes.committed(transaction?.writes ?? [], tenant);
    },
    rollbackTransaction: rollback,
    async releaseConnection({ transaction }: WriterConnection) {
      transaction?.release();
    },
    destroy: async () => {},
  });
};

/** A reader as long as one statement needs it. */
interface ReaderConnection extends DatabaseConnection {
  readonly reader: BorrowedReader;
}

/**
 * Read-only connections of a pool, one per statement. The caller that opened them closes them.
 * @param waiter whose turn each statement waits for
 */
export const readerDialect = (pool: ReaderPool, waiter: Waiter): Dialect =>
  dialect({
    init: async () => {},
    async acquireConnection(): Promise<ReaderConnection> {
      const reader = await pool.borrow(waiter);
      return { reader, executeQuery: (compiled) => execute(reader.connection, compiled), streamQuery };
    },
    async releaseConnection({ reader }: ReaderConnection) {
      reader.release();
    },
    beginTransaction: async () => {
      throw new Error('Read-only connections have no transactions');
    },
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    destroy: async () => {},
  });
