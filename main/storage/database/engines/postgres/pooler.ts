import type { PoolClient } from 'pg';
import { StartError } from '../../../../platform/start-error.ts';
import type { PostgresPool } from './sessions.ts';

/** How often the test is repeated: a pooler with several idle connections may by chance choose the same one again. */
const rounds = 5;

const pidOf = async (client: PoolClient): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;

/** What the server said while connecting. A pooler makes up a number of its own. */
const announcedPid = (client: PoolClient): unknown => (client as { processID?: unknown }).processID;

/** A pooler in statement mode refuses transactions, with this message. */
const refusesTransactions = /transaction blocks not allowed/i;

/** Whether one of two clients gets a connection that the other one has used, or does not keep its own. */
const isShared = async (client: PoolClient, other: PoolClient): Promise<boolean> => {
  const own = await pidOf(client);
  await other.query('begin');
  try {
    return (await pidOf(other)) === own || (await pidOf(client)) !== own;
  } finally {
    await other.query('rollback');
  }
};

/**
 * Instances hold locks, listen, and set limits for as long as they are connected. A pooler that gives a connection to someone
 * else after each transaction would lose them, or pass them on. Costs one statement if there is no pooler.
 * @throws StartError if there is such a pooler
 */
export const assertOwnConnections = async (pool: PostgresPool, place: string): Promise<void> => {
  const client = await pool.connect();
  let other: PoolClient | undefined;
  let isLost = true;
  try {
    if ((await pidOf(client)) !== announcedPid(client)) {
      other = await pool.connect();
      for (let round = 0; round < rounds; round += 1) {
        if (await isShared(client, other)) throw new Error('transaction blocks not allowed');
      }
    }
    isLost = false;
  } catch (cause) {
    if (!refusesTransactions.test((cause as Error).message)) throw cause;
    throw new StartError({ name: 'databasePooler', values: { place } }, { cause });
  } finally {
    other?.release(isLost);
    client.release(isLost);
  }
};
