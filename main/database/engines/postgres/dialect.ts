import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type QueryResult,
} from 'kysely';
import type { Pool } from 'pg';
import type { FairQueue, Waiter } from '../../../platform/fair-queue.ts';
import { type Write, writeOf } from '../../statement-write.ts';
import { mapErrors } from './errors.ts';
import { ServerQueryCompiler } from './query-compiler.ts';
import { assertStorable } from './values.ts';

/** Connections, and the turns in which tenants and addresses get them. */
export interface Connections {
  readonly pool: Pool;
  readonly queue: FairQueue;
}

/** A connection of Kysely's driver. */
type Inner = Parameters<PostgresDriver['rollbackTransaction']>[0];

interface Borrowed extends DatabaseConnection {
  readonly inner: Inner;
  /** Undefined outside of a transaction. */
  writes: Write[] | undefined;
  leave(): void;
}

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
  { pool, queue }: Connections,
  waiter: () => Waiter,
  committed: (writes: readonly Write[]) => void,
): Dialect => {
  const inner = new PostgresDriver({ pool });
  const connect = (connection: Inner, leave: () => void): Borrowed => {
    const borrowed: Borrowed = {
      inner: connection,
      writes: undefined,
      leave,
      streamQuery,
      async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
        compiled.parameters.forEach(assertStorable);
        const write = writeOf(compiled);
        const result = await mapErrors(() => connection.executeQuery<Row>(compiled));
        if (write && borrowed.writes) borrowed.writes.push(write);
        else if (write) committed([write]);
        return result;
      },
    };
    return borrowed;
  };
  const driver: Driver = {
    init: () => inner.init(),
    async acquireConnection() {
      const leave = await queue.acquire(waiter());
      try {
        return connect((await mapErrors(() => inner.acquireConnection())) as Inner, leave);
      } catch (error) {
        leave();
        throw error;
      }
    },
    async beginTransaction(connection: Borrowed, settings) {
      await mapErrors(() => inner.beginTransaction(connection.inner, settings));
      connection.writes = [];
    },
    async commitTransaction(connection: Borrowed) {
      await mapErrors(() => inner.commitTransaction(connection.inner));
      committed(connection.writes ?? []);
      connection.writes = undefined;
    },
    rollbackTransaction: (connection: Borrowed) =>
      // A connection that is lost has rolled back. The caller gets the error that came first, and the pool drops it.
      inner.rollbackTransaction(connection.inner).catch(() => {}),
    async releaseConnection({ inner: connection, leave }: Borrowed) {
      try {
        await inner.releaseConnection(connection);
      } finally {
        leave();
      }
    },
    // Whoever opened the pool closes it.
    destroy: async () => {},
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new ServerQueryCompiler(),
  };
};
