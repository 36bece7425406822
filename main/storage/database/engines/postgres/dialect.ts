import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { PoolClient } from 'pg';
import type { FairQueue, Waiter } from '../../../../platform/fair-queue.ts';
import { type Write, writtenBy } from '../../statement-write.ts';
import { mapErrors } from './errors.ts';
import { DatabaseServerQueryCompiler } from './query-compiler.ts';
import type { PostgresPool } from './sessions.ts';
import { createStatementNames } from './statement-names.ts';
import { assertStorable } from './values.ts';

/** Connections, and the turns in which tenants and addresses get them. */
export interface Connections {
  readonly pool: PostgresPool;
  readonly queue: FairQueue;
  /** Called with each error of a statement. */
  readonly noteError?: (error: unknown) => void;
}

interface Borrowed extends DatabaseConnection {
  readonly client: PoolClient;
  /** Undefined outside of a transaction. */
  writes: Write[] | undefined;
  /** Gives the connection back, and the turn. */
  leave(): void;
  /** Whether the connection can't be used again. */
  isLost: boolean;
}

const nameOf = createStatementNames();

const changing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const send = async <Row>(client: PoolClient, { sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
  const name = nameOf(sql);
  const { command, rowCount, rows } = await client.query({
    ...(name !== undefined && { name }),
    text: sql,
    values: parameters as unknown[],
  });
  return { rows, ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
};

const beginning = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  ['start transaction', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ');

// biome-ignore lint/correctness/useYield: streaming is refused
async function* streamQuery(): AsyncIterableIterator<never> {
  throw new Error('Streaming is not supported; read page by page');
}

/**
 * Connects a pool to Kysely.
 * @param waiter whose turn each connection waits for
 * @param committed called with what was written, once it is durable
 */
export const poolDialect = (
  { pool, queue, noteError }: Connections,
  waiter: () => Waiter,
  committed: (writes: readonly Write[]) => void,
): Dialect => {
  const noting = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      noteError?.(error);
      throw error;
    }
  };
  const connect = (client: PoolClient, leave: () => void): Borrowed => {
    const borrowed: Borrowed = {
      client,
      writes: undefined,
      isLost: false,
      leave() {
        try {
          client.release(borrowed.isLost);
        } finally {
          leave();
        }
      },
      streamQuery,
      async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
        compiled.parameters.forEach(assertStorable);
        const result = await mapErrors(() => noting(() => send<Row>(client, compiled)));
        const written = writtenBy(compiled, result);
        if (!written) return result;
        if (borrowed.writes) borrowed.writes.push(written);
        else committed([written]);
        return result;
      },
    };
    return borrowed;
  };
  const driver: Driver = {
    init: async () => {},
    async acquireConnection() {
      const leave = await queue.acquire(waiter());
      try {
        return connect(await mapErrors(() => pool.connect()), leave);
      } catch (error) {
        leave();
        throw error;
      }
    },
    async beginTransaction(connection: Borrowed, settings) {
      await mapErrors(() => connection.client.query(beginning(settings)));
      connection.writes = [];
    },
    async commitTransaction(connection: Borrowed) {
      const { command } = await mapErrors(() => noting(() => connection.client.query('commit')));
      // What the server answers if a statement failed, and the error was not passed on.
      if (command === 'ROLLBACK') throw new AbortedTransactionError();
      committed(connection.writes ?? []);
      connection.writes = undefined;
    },
    async rollbackTransaction(connection: Borrowed) {
      try {
        await connection.client.query('rollback');
      } catch {
        // A connection that is lost has rolled back. The caller gets the error that came first.
        connection.isLost = true;
      }
    },
    releaseConnection: async (connection: Borrowed) => connection.leave(),
    // Whoever opened the pool closes it.
    destroy: async () => {},
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new DatabaseServerQueryCompiler(),
  };
};
