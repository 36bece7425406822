import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { second } from '#shared/rules/limits.ts';
import { mapErrors } from './errors.ts';
import type { PostgresPool, Sessions } from './sessions.ts';

/** How long a statement of the probe may take, even on a server that has stopped answering. */
const patienceMs = 2 * second;
/** As much as the embedded engine tries to write after its disk was full. */
const probeBytes = 65_536;

/** Tables of others may be in the same schema. Only migrations write the tables of Kysely. */
const lacking = `select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r'
    and relowner = (select relowner from pg_class where oid = 'installation'::regclass)
    and not (has_table_privilege(oid, 'select') and (relname like 'kysely%' or (has_table_privilege(oid, 'insert')
      and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))))
  limit 1`;

/** Whether this instance can work with the database, as far as a small attempt tells. DECISION 0257. */
export interface PostgresReadiness {
  /** Tells it of an error of a statement. */
  noteError(error: unknown): void;
  /** @throws AppError if the database can't be read and written */
  assertReady(): Promise<void>;
}

const run = async (client: PoolClient, text: string, values: readonly unknown[] = []): Promise<unknown[]> =>
  // The driver's types don't know the timeout.
  (await client.query({ text, values: [...values], ...{ query_timeout: patienceMs } })).rows;

const onConnection = async (pool: PostgresPool, work: (client: PoolClient) => Promise<void>): Promise<void> => {
  const client = await pool.connect();
  try {
    await work(client);
    client.release();
  } catch (error) {
    // Whatever it waits for would come to the next one who gets this connection.
    client.release(true);
    throw error;
  }
};

export const createReadiness = (
  sessions: Sessions,
  readPool: PostgresPool,
  writePool: PostgresPool,
  place: string,
): PostgresReadiness => {
  /** A small change may fit where a usual one doesn't, so only a large one shows that there is space again. */
  let wasFull = false;

  const read = (client: PoolClient) => run(client, 'select installation_id from installation');
  const write = async (client: PoolClient): Promise<void> => {
    const [table] = (await run(client, lacking)) as { name: string }[];
    if (table) throw new Error(`${place} no longer lets its user read and write the table ${table.name}`);
    await run(client, 'update installation set installation_id = installation_id');
    if (!wasFull) return;
    await run(client, 'begin');
    await run(client, 'select lo_from_bytea(0, $1)', [randomBytes(probeBytes)]);
    await run(client, 'rollback');
    wasFull = false;
  };
  const noteError = (error: unknown): void => {
    sessions.noteError(error);
    if ((error as { code?: unknown }).code === '53100') wasFull = true;
  };

  return {
    noteError,
    assertReady: () =>
      mapErrors(async () => {
        try {
          await onConnection(readPool, async (client) => void (await read(client)));
          await onConnection(writePool, write);
        } catch (error) {
          noteError(error);
          throw error;
        }
      }),
  };
};
