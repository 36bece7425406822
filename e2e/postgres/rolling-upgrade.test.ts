import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FormerRelease, unpackFormerRelease } from '#e2e/fixtures/former-release.ts';
import { testCluster } from '#e2e/fixtures/new-data-folder.ts';
import { createDatabase, dropDatabase } from '#e2e/fixtures/postgres-cluster.ts';
import { runProgram, type SpawnedServer, spawnServer } from '#e2e/fixtures/test-server.ts';
import { send } from '#e2e/fixtures/transports.ts';
import { systemClock } from '#main/platform/clock.ts';

const [email, password] = ['ada@example.com', 'a long winding road 7'];
const cluster = (): string => process.env[testCluster.url] ?? '';
let release: FormerRelease;
let folders: [string, string];
let environment: Record<string, string>;
let running: SpawnedServer[] = [];
beforeEach(async () => {
  release = await unpackFormerRelease();
  folders = [await mkdtemp(join(tmpdir(), 'castellan-roll-')), await mkdtemp(join(tmpdir(), 'castellan-roll-'))];
  environment = { CASTELLAN_DATABASE_URL: await createDatabase(cluster()), CASTELLAN_DATABASE_POOL: '4' };
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.close()));
  running = [];
  await dropDatabase(cluster(), environment.CASTELLAN_DATABASE_URL ?? '');
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  await release.remove();
});

const start = async (dataDir: string, program?: string): Promise<SpawnedServer> => {
  const args = ['--sign-ups', 'open', '--rate-limits', 'off'];
  const server = await spawnServer({ dataDir, args, environment, ...(program !== undefined && { program }) });
  running.push(server);
  return server;
};
const ask = async <Body>(at: SpawnedServer, method: string, path: string, options: Parameters<typeof send>[3] = {}) => {
  const { status, body, text } = await send(at.address, method, `/api/v1${path}`, options);
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return body as Body;
};
const login = (at: SpawnedServer) =>
  ask<{ access_token: string; refresh_token: string }>(at, 'POST', '/auth/login', { body: { email, password } });

/** Each of two instances changes what the other one then shows. */
const workTogether = async (one: SpawnedServer, other: SpawnedServer): Promise<void> => {
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const session = await login(first);
    const token = session.access_token;
    const { user_id, tenant_id } = await ask<{ user_id: string; tenant_id: string }>(second, 'GET', '/users/me', {
      token,
    });
    const name = `Ada at ${first.port}`;
    await ask(first, 'PUT', '/users/me', { token, body: { name } });
    expect(await ask(second, 'GET', '/users/me', { token })).toMatchObject({ user_id, name });
    const invited = { email: `${first.port}-${systemClock.now()}@example.com`, role: 'member', workspaces: [] };
    await ask(first, 'POST', `/tenants/${tenant_id}/invitations`, { token, body: invited });
    const pending = await ask<object>(second, 'GET', `/tenants/${tenant_id}/invitations`, { token });
    expect(JSON.stringify(pending)).toContain(invited.email);
    const renewed = await ask<{ access_token: string }>(second, 'POST', '/auth/refresh', {
      body: { refresh_token: session.refresh_token },
    });
    await ask(first, 'POST', '/auth/logout', { token: renewed.access_token });
    expect((await send(second.address, 'GET', '/api/v1/users/me', { token: renewed.access_token })).status).toBe(401);
  }
};

it('the former release runs alongside this one, and each can be started while the other runs', {
  timeout: 120_000,
}, async () => {
  const [one, two] = folders;
  const former = await start(one, release.program);
  await ask(former, 'POST', '/auth/signup', { body: { email, name: 'Ada', password, company_name: 'Example' } });
  await copyFile(join(one, 'keys.json'), join(two, 'keys.json'));
  const present = await start(two);
  await workTogether(former, present);
  await former.stop();
  const again = await start(one, release.program);
  await workTogether(present, again);
  expect(again.stderr()).not.toMatch(/"level":(50|60)/);
  expect(present.stderr()).not.toMatch(/"level":(50|60)/);

  await again.stop();
  await workTogether(present, await start(one));
  const verified = await runProgram(['audit', 'verify', '--data-dir', one], environment);
  expect([verified.code, verified.stderr]).toEqual([0, '']);
});
