import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createDatabase,
  type PostgresCluster,
  promote,
  startPostgres,
  startReplica,
} from '#e2e/support/postgres-cluster.ts';
import type { Database } from '#main/storage/database/database.ts';
import { openDatabaseServer } from '#main/storage/database/engines/postgres/open.ts';
import { tablesOf } from '#main/storage/database/tables.ts';

/** Stands for the address that a failover moves from one server to the other. */
let address: Server;
let leadsTo: number;
const sockets = new Set<Socket>();
let primary: PostgresCluster;
let replica: PostgresCluster;
let db: Database;

beforeAll(async () => {
  primary = await startPostgres({ durable: true });
  const url = new URL(await createDatabase(primary.url));
  replica = await startReplica(primary);
  leadsTo = primary.port;
  address = createServer((socket) => {
    const server = connect(leadsTo, '127.0.0.1');
    for (const [one, other] of [
      [socket, server],
      [server, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(address, 'listening');
  url.port = `${(address.address() as AddressInfo).port}`;
  db = await openDatabaseServer(url.href, { connections: 4 });
});
afterAll(async () => {
  await db?.close();
  for (const socket of sockets) socket.destroy();
  address?.close();
  await replica?.stop();
  await primary?.stop();
});

it('a failover to the replica loses nothing that was acknowledged, and needs no restart', async () => {
  const acknowledged: string[] = [];
  const refusals = new Set<unknown>();
  let isOver = false;
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !isOver; n += 1) {
      const id = `tnt_${writer}_${n}`;
      const work = db.transaction({ tenant: id }, (tx) =>
        tablesOf(tx).insertInto('tenants').values({ id, name: id, created_at: 1, delete_at: null }).execute(),
      );
      await work.then(
        () => acknowledged.push(id),
        (error: { key?: unknown; message: string }) => refusals.add(error.key ?? error.message),
      );
    }
  };
  const writing = Promise.all([0, 1, 2, 3].map(write));
  const more = async (count: number): Promise<void> => {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length - before, { timeout: 60_000 }).toBeGreaterThan(count);
  };
  await more(50);
  await primary.kill();
  await sleep(300);
  // The address moves first: until the replica is the primary, it refuses to write.
  leadsTo = replica.port;
  await sleep(500);
  await expect(db.assertReady()).rejects.toThrow(/read-only replica|BUSY|busy/i);
  await promote(replica);
  await more(50);
  isOver = true;
  await writing;
  expect([...refusals]).toEqual(['BUSY']);

  const rows = await tablesOf(db.read).selectFrom('tenants').select('id').execute();
  const stored = new Set(rows.map(({ id }) => id));
  expect(stored.size).toBe(rows.length);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  await expect.poll(() => db.assertReady().then(() => 'ready', String)).toBe('ready');
  // The connection that holds locks of jobs has come back, too.
  await expect.poll(() => db.lead('test', async () => {}).catch(() => false)).toBe(true);
});
