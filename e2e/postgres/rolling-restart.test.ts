import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#e2e/support/free-port.ts';
import { openLiveStream } from '#e2e/support/live-stream.ts';
import { testCluster } from '#e2e/support/new-data-folder.ts';
import { createDatabase, dropDatabase } from '#e2e/support/postgres-cluster.ts';
import { type ReverseProxy, sendFrom, startProxy } from '#e2e/support/reverse-proxy.ts';
import { type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';

const account = { email: 'ada@example.com', name: 'Ada', password: 'a long winding road 7', company_name: 'Example' };
const cluster = (): string => process.env[testCluster.url] ?? '';
const client = '127.0.0.1';
let url: string;
let proxy: ReverseProxy;
let folders: string[] = [];
let ports: number[];
const servers: SpawnedInstance[] = [];

const start = async (index: number): Promise<void> => {
  servers[index] = await spawnInstance({
    dataDir: folders[index] ?? '',
    args: ['--port', `${ports[index]}`, '--public-url', proxyUrl, '--sign-ups', 'open', '--shutdown-delay', '2s'],
    environment: { CASTELLAN_DATABASE_URL: url, CASTELLAN_DATABASE_POOL: '4', CASTELLAN_RATE_LIMITS: 'off' },
  });
};
let proxyUrl: string;
beforeAll(async () => {
  url = await createDatabase(cluster());
  folders = await Promise.all([0, 1, 2].map(() => mkdtemp(join(tmpdir(), 'castellan-restart-'))));
  ports = await Promise.all([0, 1, 2].map(freePort));
  const proxyPort = await freePort();
  proxyUrl = `https://localhost:${proxyPort}`;
  await start(0);
  for (const folder of folders.slice(1)) await copyFile(join(folders[0] ?? '', 'keys.json'), join(folder, 'keys.json'));
  await Promise.all([start(1), start(2)]);
  proxy = await startProxy('caddy', proxyPort, ports);
}, 120_000);
afterAll(async () => {
  await proxy?.close();
  await Promise.all(servers.map((server) => server.close()));
  await dropDatabase(cluster(), url);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

it('three instances behind Caddy are restarted one by one, and no request fails', { timeout: 120_000 }, async () => {
  const setup_token = /setup token for the first account: (\S+)/.exec(servers[0]?.stdout() ?? '')?.[1];
  const signedUp = await sendFrom(client, `${proxyUrl}/api/v1/auth/signup`, { body: { ...account, setup_token } });
  expect([signedUp.status, signedUp.body]).toEqual([201, expect.any(String)]);
  const { email, password } = account;
  const login = await sendFrom(client, `${proxyUrl}/api/v1/auth/login`, { body: { email, password } });
  const { access_token, refresh_token } = JSON.parse(login.body) as Record<string, string>;
  const headers = { authorization: `Bearer ${access_token}` };

  const answers: number[] = [];
  let refresh = refresh_token;
  let isOver = false;
  const read = async (): Promise<number> => (await sendFrom(client, `${proxyUrl}/api/v1/users/me`, { headers })).status;
  // A token works once: whoever sends it again by mistake is signed out.
  const renew = async (): Promise<number> => {
    const body = { refresh_token: refresh };
    const renewed = await sendFrom(client, `${proxyUrl}/api/v1/auth/refresh`, { body });
    if (renewed.status === 200) refresh = JSON.parse(renewed.body).refresh_token;
    return renewed.status;
  };
  const load = async (request: () => Promise<number>): Promise<void> => {
    while (!isOver) {
      answers.push(await request().catch(() => 0));
      await sleep(10);
    }
  };
  const loading = Promise.all([load(read), load(read), load(read), load(renew)]);

  for (const index of [0, 1, 2]) {
    const server = servers[index];
    if (!server) throw new Error('An instance is missing');
    const stream = await openLiveStream(server.address, access_token ?? '');
    const before = answers.length;
    const ended = server.stop();
    await expect.poll(async () => (await send(server.address, 'GET', '/readyz')).status).toBe(503);
    const direct = await send(server.address, 'GET', '/healthz');
    expect([direct.status, direct.headers.get('connection')]).toEqual([200, 'close']);
    // The console reconnects through the proxy, which no longer leads here.
    // Notices of what others have changed, such as the sign-in above, may still be arriving.
    const told = (await stream.ended).map(({ event }) => event).filter((event) => event !== 'changed');
    expect(told).toEqual(['ready']);
    expect((await ended).code).toBe(0);
    expect(answers.length - before).toBeGreaterThan(20);
    await start(index);
    await expect.poll(async () => (await send(server.address, 'GET', '/readyz')).status).toBe(200);
    // Until the proxy has noticed.
    await sleep(600);
  }
  isOver = true;
  await loading;
  expect(new Set(answers)).toEqual(new Set([200]));
});
