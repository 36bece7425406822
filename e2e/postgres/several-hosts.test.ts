import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDatabase,
  type PostgresCluster,
  promote,
  queryDatabase,
  startPostgres,
  startReplica,
} from '#e2e/support/postgres-cluster.ts';
import type { Database } from '#main/storage/database/database.ts';
import { openDatabaseServer } from '#main/storage/database/engines/postgres/open.ts';
import type { Queries } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';

/** How the primary ends, while the service writes. */
const endings = {
  'is killed': (primary: PostgresCluster) => primary.kill(),
  // As before a planned switch. Nobody is disconnected.
  'takes no more writes': async ({ url }: PostgresCluster) => {
    await queryDatabase(url, 'alter system set default_transaction_read_only = on');
    await queryDatabase(url, 'select pg_reload_conf()');
  },
};

describe.each(Object.entries(endings))('of several hosts, a primary that %s', (_, end) => {
  let primary: PostgresCluster;
  let replica: PostgresCluster;
  let databaseUrl: string;
  let db: Database;
  beforeAll(async () => {
    primary = await startPostgres({ durable: true });
    databaseUrl = await createDatabase(primary.url);
    replica = await startReplica(primary);
    const hosts = [replica, primary].map(({ port }) => `127.0.0.1:${port}`).join(',');
    const url = `postgres://castellan@${hosts}${new URL(databaseUrl).pathname}?target_session_attrs=read-write`;
    db = await openDatabaseServer(url, { connections: 4 });
  }, 120_000);
  afterAll(async () => {
    await db?.close();
    await replica?.stop();
    await primary?.stop();
  });

  const portOf = async (queries: Queries): Promise<number | undefined> =>
    (await sql<{ port: number }>`select inet_server_port() as port`.execute(tablesOf(queries))).rows[0]?.port;

  it('is found behind a replica, and its successor takes over without losing what was acknowledged', {
    timeout: 90_000,
  }, async () => {
    expect([await portOf(db.read), await portOf(db.write)]).toEqual([primary.port, primary.port]);
    const acknowledged: string[] = [];
    const refusals = new Set<unknown>();
    let isOver = false;
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; !isOver; n += 1) {
        const id = `tnt_${writer}_${n}`;
        const row = { id, name: id, created_at: 1, delete_at: null };
        await db
          .transaction({ tenant: id }, (tx) => tablesOf(tx).insertInto('tenants').values(row).execute())
          .then(
            () => acknowledged.push(id),
            (error: { key?: unknown; message: string }) => refusals.add(error.key ?? error.message),
          );
      }
    };
    const writing = Promise.all([0, 1, 2].map(write));
    const more = async (count: number): Promise<void> => {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length - before, { timeout: 60_000 }).toBeGreaterThan(count);
    };
    await more(50);
    await end(primary);
    await expect.poll(() => refusals.has('BUSY'), { timeout: 20_000 }).toBe(true);
    await promote(replica);
    await more(50);
    isOver = true;
    await writing;

    expect([...refusals]).toEqual(['BUSY']);
    // No connection of either pool is left with the former primary.
    const ports = await Promise.all(Array.from({ length: 12 }, (_, n) => portOf(n % 2 === 0 ? db.read : db.write)));
    expect(new Set(ports)).toEqual(new Set([replica.port]));
    const rows = await tablesOf(db.read).selectFrom('tenants').select('id').execute();
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    await db.assertReady();
    // Nor are its locks.
    await expect.poll(() => db.lead('test', async () => {}).catch(() => false), { timeout: 10_000 }).toBe(true);
    const locked = `select count(*)::int as count from pg_locks where locktype = 'advisory'`;
    expect(await queryDatabase(replica.url, locked)).toEqual([{ count: 1 }]);
  });
});
