import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#e2e/support/free-port.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { type ReverseProxy, readUntil, sendFrom, startProxy } from '#e2e/support/reverse-proxy.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';

/** Addresses of two clients. A loopback address needs no set-up. */
const [client, neighbor] = ['127.0.0.21', '127.0.0.22'];
const owner = { email: 'olivia@example.com', password: 'a long winding road 7' };

const setUps = [
  ['nginx', 'root'],
  ['caddy', 'root'],
  ['nginx', 'socket'],
  ['caddy', 'socket'],
  // Of nginx, a journey shows the whole console below a path.
  ['caddy', 'path'],
] as const;

/** Bodies that no one reads to the end: within what nginx passes on, and in the forms in which they come. */
const bodies = [
  ['counted', 900_000, {}],
  ['chunked', 300_000, { 'transfer-encoding': 'chunked' }],
] as const;

describe.each(setUps)('behind %s (%s), set up as documented', (name, mount) => {
  let server: SpawnedInstance;
  let proxy: ReverseProxy;
  let base: string;
  const folder = perFile(() => temporaryFolder('castellan-socket-'));
  beforeAll(async () => {
    const port = await freePort();
    const socket = join(folder.path, 'http.sock');
    // The clients of this test have loopback addresses, which the default would take for proxies.
    const names = ['--public-url', `https://localhost:${port}`, '--trusted-proxies', '127.0.0.1'];
    const place = { root: [], socket: ['--listen', `unix:${socket}`], path: ['--base-path', '/castellan'] }[mount];
    server = await spawnInstance({ args: [...names, ...place, '--sign-ups', 'open'] });
    proxy = await startProxy(name, port, mount === 'socket' ? socket : server.port, mount);
    base = `${proxy.url}${mount === 'path' ? '/castellan' : ''}`;
  }, 120_000);
  afterAll(async () => {
    await proxy?.close();
    await server?.close();
  });

  const login = (from: string, password: string, headers: Record<string, string> = {}) =>
    sendFrom(from, `${base}/api/v1/auth/login`, { body: { email: owner.email, password }, headers });

  it('people sign up and in, and sessions have the address of the client, whatever it claims', async () => {
    const setup = /setup token for the first account: (\S+)/.exec(server.stdout())?.[1];
    const body = { ...owner, name: 'Olivia', company_name: 'Ember', ...(setup && { setup_token: setup }) };
    const signedUp = await sendFrom(client, `${base}/api/v1/auth/signup`, { body });
    expect([signedUp.status, signedUp.body]).toEqual([201, expect.any(String)]);
    const { status, body: text } = await login(client, owner.password, { 'X-Forwarded-For': '203.0.113.9' });
    expect(status).toBe(200);
    const { access_token } = JSON.parse(text);
    const headers = { authorization: `Bearer ${access_token}` };
    const sessions = await sendFrom(client, `${base}/api/v1/auth/sessions`, { headers });
    expect(sessions.status).toBe(200);
    const addresses = JSON.parse(sessions.body).sessions.map((session: { ip_address: string }) => session.ip_address);
    expect(new Set(addresses)).toEqual(new Set([client]));
  });

  it('serve the console and its files', async () => {
    const page = await sendFrom(client, `${base}/`);
    expect(page.status).toBe(200);
    const script = /src="\.?(\/[^"]+\.js)"/.exec(page.body)?.[1];
    expect((await sendFrom(client, `${proxy.url}${script}`)).status).toBe(200);
  });

  it('one client that guesses tokens uses up its own limit only', async () => {
    const guess = (from: string) =>
      sendFrom(from, `${base}/api/v1/auth/refresh`, { body: { refresh_token: `r_${'x'.repeat(60)}` } });
    const statuses: number[] = [];
    while (statuses.length < 200 && statuses.at(-1) !== 429) statuses.push((await guess(neighbor)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await guess(client)).status).toBe(401);
    expect((await login(client, owner.password)).status).toBe(200);
  });

  it.each(bodies)('do not hold up others behind refused bodies, %s', async (_form, bytes, headers) => {
    const refuse = (path: string) => sendFrom(neighbor, `${base}${path}`, { body: 'x'.repeat(bytes), headers });
    const paths = [
      '/trpc/auth.login',
      '/api/v1/auth/login',
      '/trpc/profile.me',
      '/api/v1/users/me',
      '/live',
      '/none',
      '/',
    ];
    const startedAt = performance.now();
    const refusals = await Promise.all([...paths, ...paths, ...paths].map(refuse));
    expect(new Set(refusals.map(({ status }) => Math.floor(status / 100)))).toEqual(new Set([4]));
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendFrom(client, `${base}/healthz`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // With the rest of a body before it, a request would wait for 30 seconds.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('passes on what happens at once to open consoles', async () => {
    const { access_token, user } = JSON.parse((await login(client, owner.password)).body);
    const headers = { authorization: `Bearer ${access_token}` };
    const create = () =>
      sendFrom(client, `${base}/api/v1/tenants/${user.tenant_id}/workspaces`, {
        headers,
        body: { name: 'Orion' },
      });
    const heard = await readUntil(client, `${base}/live?since=0`, headers, async (text) => {
      if (text === 'event: ready\ndata: {}\n\n') expect((await create()).status).toBe(201);
      return text.includes('"workspaces"');
    });
    expect(heard).toMatch(/\nevent: changed\ndata: \{"topics":\[.*"workspaces".*\],"ago":\{.*\}\}\n\n/);
  });

  it('hides what only this computer may see', async () => {
    expect((await sendFrom(client, `${base}/metrics`)).status).toBe(404);
  });
});
