import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  createDatabase,
  nobody,
  type PostgresCluster,
  queryDatabase,
  startPostgres,
} from '#e2e/support/postgres-cluster.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';

const isRoot = process.getuid?.() === 0;
let cluster: PostgresCluster;
/** As the server's administrator. */
let url: string;
let name: string;
let server: SpawnedInstance;
/** A small disk, which only root can mount. */
const disk = perFile(() => temporaryFolder('castellan-disk-'));
beforeAll(async () => {
  cluster = await startPostgres({ durable: true });
  url = await createDatabase(cluster.url);
  name = new URL(url).pathname.slice(1);
  if (isRoot) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m,mode=0700', 'tmpfs', disk.path]);
    chownSync(disk.path, nobody.uid ?? 0, nobody.gid ?? 0);
    await queryDatabase(cluster.url, `create tablespace small location '${disk.path}'`);
    await queryDatabase(cluster.url, `alter database ${name} set tablespace small`);
  }
  await queryDatabase(cluster.url, 'create role service login');
  await queryDatabase(cluster.url, `alter database ${name} owner to service`);
  const own = new URL(url);
  own.username = 'service';
  server = await spawnInstance({
    args: ['--sign-ups', 'open', '--rate-limits', 'off'],
    environment: {
      CASTELLAN_DATABASE_URL: own.href,
      CASTELLAN_DATABASE_POOL: '2',
      CASTELLAN_DATABASE_CONNECT_TIMEOUT: '1',
    },
  });
  while ((await ready())[0] !== 200) await sleep(50);
}, 120_000);
afterAll(async () => {
  await server?.close();
  await cluster?.stop();
  if (isRoot) execFileSync('umount', [disk.path]);
});
afterEach(async () => {
  await expect.poll(ready, { timeout: 15_000 }).toEqual([200, undefined]);
  expect((await send(server.address, 'GET', '/healthz')).status).toBe(200);
});

const query = (text: string) => queryDatabase(url, text);
const ready = async (): Promise<[number, string | undefined]> => {
  const { status, problem } = await send(server.address, 'GET', '/readyz');
  return [status, problem?.code];
};
const isNotReady = () => expect.poll(ready, { timeout: 10_000 }).toEqual([503, 'BUSY']);
const signUp = async (number: number): Promise<number> => {
  const body = { email: `a${number}@example.com`, name: 'A', password: 'a long winding road 7', company_name: 'C' };
  return (await send(server.address, 'POST', '/api/v1/auth/signup', { body })).status;
};
const logged = (): Record<string, unknown>[] =>
  server
    .stderr()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it.each([
  ['all rights of its user', 'all on all tables in schema public'],
  ['the right to read one table', 'select on sessions'],
  ['the right to write one table', 'insert on audit_events'],
])('/readyz is 503 once the service has lost %s, and 200 again with them', async (_, rights) => {
  // Its user owns the tables, so that they can be migrated, but an owner's rights can be revoked, too.
  await query(`revoke ${rights} from service`);
  await isNotReady();
  await query(`grant ${rights} to service`);
});

it('/readyz is 503 on a server that takes no writes', async () => {
  const alter = (how: string) => queryDatabase(cluster.url, `alter database ${name} ${how}`);
  const disconnect = () =>
    queryDatabase(cluster.url, `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'service'`);
  await alter('set default_transaction_read_only = on');
  await disconnect();
  await isNotReady();
  // Whatever is read is still what the primary has.
  expect((await send(server.address, 'GET', '/api/v1/users/me')).status).toBe(401);
  await alter('reset default_transaction_read_only');
});

it('/readyz is 503 while the server is gone', async () => {
  await cluster.kill();
  await isNotReady();
  await cluster.start();
});

it('/readyz is 503 within seconds on a server that hangs, however many ask', { timeout: 60_000 }, async () => {
  const rows = await queryDatabase<{ pid: number }>(cluster.url, 'select pid from pg_stat_activity');
  const pids = [cluster.pid, ...rows.map(({ pid }) => pid)];
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch (error) {
        // The connection that listed them has ended.
        expect(error).toMatchObject({ code: 'ESRCH' });
      }
    }
  };
  signal('SIGSTOP');
  try {
    await isNotReady();
    const begun = performance.now();
    const answers = await Promise.all(Array.from({ length: 200 }, ready));
    expect(performance.now() - begun).toBeLessThan(8_000);
    expect(answers).toEqual(answers.map(() => [503, 'BUSY']));
  } finally {
    signal('SIGCONT');
  }
});

it.runIf(isRoot)(
  '/readyz is 503 once a write has found the disk full, until there is space again',
  {
    timeout: 120_000,
  },
  async () => {
    await query('create table ballast (content bytea)');
    await query('alter table ballast alter content set storage external');
    for (const kilobytes of [1_024, 64, 8]) {
      const fill = `insert into ballast select repeat('x', ${kilobytes * 1_000})::bytea`;
      while (
        await query(fill).then(
          () => true,
          () => false,
        )
      );
    }
    let status = 201;
    for (let number = 0; status === 201 && number < 200; number += 1) status = await signUp(number);
    expect(status).toBe(503);
    await expect.poll(ready).toEqual([503, 'STORAGE_FULL']);
    // One that fits doesn't make it ready.
    expect(await ready()).toEqual([503, 'STORAGE_FULL']);
    await query('drop table ballast');
    await query('checkpoint');
    await expect.poll(ready, { timeout: 10_000 }).toEqual([200, undefined]);
    expect(await signUp(1_000)).toBe(201);
  },
);

it('many probes cost the server a few statements', async () => {
  const count = async () => {
    const [row] = await query(`select n_tup_upd::int as count from pg_stat_user_tables where relname = 'installation'`);
    return Number(row?.count);
  };
  // The server counts what a session did once it has been idle for a second.
  await sleep(2_500);
  const before = await count();
  for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 50 }, ready));
  await sleep(2_500);
  expect(await ready()).toEqual([200, undefined]);
  const cost = (await count()) - before;
  expect(cost).toBeGreaterThan(0);
  expect(cost).toBeLessThan(20);
});

it('the log says once why an instance is not ready', () => {
  const lines = logged().filter(({ msg }) => msg === 'not ready' || msg === 'ready again');
  expect(lines[0]).toMatchObject({ level: 50, err: { message: 'permission denied for table installation' } });
  const table = expect.stringContaining('no longer lets its user read and write the table audit_events');
  expect(lines).toContainEqual(expect.objectContaining({ err: expect.objectContaining({ message: table }) }));
  expect(lines.map(({ msg }) => msg)).toEqual(lines.map((_, n) => (n % 2 === 0 ? 'not ready' : 'ready again')));
});
