import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lintMetrics } from '#e2e/support/metric-lints.ts';
import { testCluster } from '#e2e/support/new-data-folder.ts';
import { createDatabase, dropDatabase, queryDatabase } from '#e2e/support/postgres-cluster.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { type Answer, send } from '#e2e/support/transports.ts';

const cluster = (): string => process.env[testCluster.url] ?? '';
const role = `limited_${process.pid}`;
const account = { email: 'ada@example.com', name: 'Ada', password: 'a long winding road 7', company_name: 'Example' };
/** As the server's administrator, and as the user of the service. */
let url: string;
let limitedUrl: string;
const folder = perFile(() => temporaryFolder('castellan-exhausted-'));
let server: SpawnedInstance;
let admin: pg.Client;
let token: string;
beforeAll(async () => {
  url = await createDatabase(cluster());
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create role ${role} login`);
  await admin.query(`alter database ${new URL(url).pathname.slice(1)} owner to ${role}`);
  const limited = new URL(url);
  limited.username = role;
  limitedUrl = limited.href;
  server = await spawnInstance({
    dataDir: folder.path,
    args: ['--sign-ups', 'open', '--rate-limits', 'off'],
    environment: { CASTELLAN_DATABASE_URL: limitedUrl, CASTELLAN_DATABASE_POOL: '2' },
  });
  expect((await send(server.address, 'POST', '/api/v1/auth/signup', { body: account })).status).toBe(201);
  const { email, password } = account;
  const login = await send(server.address, 'POST', '/api/v1/auth/login', { body: { email, password } });
  token = (login.body as { access_token: string }).access_token;
}, 60_000);
afterAll(async () => {
  await server?.stop();
  await admin?.end();
  await dropDatabase(cluster(), url);
  await queryDatabase(cluster(), `drop role if exists ${role}`);
});

const me = (): Promise<Answer> => send(server.address, 'GET', '/api/v1/users/me', { token });
const rename = (): Promise<Answer> =>
  send(server.address, 'PUT', '/api/v1/users/me', { token, body: { name: 'Ada L.' } });
/** Undefined if the user has no connection left. */
const connect = async (): Promise<pg.Client | undefined> => {
  const client = new pg.Client({ connectionString: limitedUrl });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    expect(error).toMatchObject({ code: '53300' });
    return undefined;
  }
};
const isBusy = ({ status, headers, problem }: Answer): void => {
  expect([status, problem?.code]).toEqual([503, 'BUSY']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
};
const heals = async (): Promise<void> => {
  const status = async (ask: () => Promise<Answer>) => (await ask()).status;
  await expect.poll(() => status(me), { timeout: 30_000 }).toBe(200);
  await expect.poll(() => status(rename), { timeout: 30_000 }).toBe(200);
  const ready = () => send(server.address, 'GET', '/readyz');
  await expect.poll(() => status(ready), { timeout: 30_000 }).toBe(200);
  expect(server.child.exitCode).toBeNull();
};

it('a server without connections left is a 503 with Retry-After, and heals on its own', {
  timeout: 120_000,
}, async () => {
  await admin.query(`alter role ${role} connection limit 1`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role]);
  // Someone else keeps the only connection that this user may have.
  let greedy: pg.Client | undefined;
  while (!greedy) {
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role]);
    greedy = await connect();
  }
  isBusy(await me());
  isBusy(await rename());
  expect((await send(server.address, 'GET', '/readyz')).status).toBe(503);
  expect((await send(server.address, 'GET', '/healthz')).status).toBe(200);
  await admin.query(`alter role ${role} connection limit -1`);
  await greedy.end();
  await heals();
});
it('requests that find every connection of the pool taken get a 503 with Retry-After, and heal', {
  timeout: 120_000,
}, async () => {
  // Whatever uses sessions now waits, and keeps its connection.
  await admin.query('begin');
  await admin.query('lock table sessions in access exclusive mode');
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? me() : rename())));
  for (const answer of answers) isBusy(answer);
  expect((await send(server.address, 'GET', '/healthz')).status).toBe(200);
  await admin.query('rollback');
  await heals();
});

it('metrics that count rows name the database, which is the same for each instance', async () => {
  const { rows } = await admin.query('select installation_id as id from installation');
  const { text } = await send(server.address, 'GET', '/metrics');
  const shared = ['castellan_sessions_open', 'castellan_mails_waiting', 'castellan_database_bytes'];
  for (const name of shared) expect(text).toMatch(new RegExp(`^${name}\\{database="${rows[0]?.id}"\\} \\d+$`, 'm'));
  expect(text).toMatch(new RegExp(`^castellan_mails\\{status="queued",database="${rows[0]?.id}"\\} \\d+$`, 'm'));
  expect(lintMetrics(text)).toEqual([]);
  // Queues belong to one process.
  expect(text).toMatch(/^castellan_queue_waiting\{queue="writer"\} 0$/m);
});
