import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { callHttp, callTrpc, send, transports } from '#e2e/support/transports.ts';
import { hashSecret } from '#main/security/refresh-tokens.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { livePath } from '#shared/contract/live-topics.ts';
import { minute } from '#shared/rules/limits.ts';

const publicUrl = 'https://castellan.example';
const start = (flags = {}) => createTestApp({ 'rate-limits': 'off', 'public-url': publicUrl, ...flags });
const server = perFile(() => start());
const seed = perFile(async () => createSeedData(server.app.context, await hashSeedPassword(server.app.context)));

const { login, logout } = contract.auth;
const ownPage = { origin: publicUrl, 'sec-fetch-site': 'same-origin' };

let address: string;
let email: string;
let other: string;
beforeAll(async () => {
  address = server.address;
  email = seed.own.owner.email;
  other = seed.own.member.email;
});

/** Signs in on the console, as a browser with these cookies. */
const signIn = async (as = email, headers: Record<string, string> = {}) => {
  const answer = await callTrpc(
    address,
    login,
    { email: as, password: testPassword },
    { headers: { ...ownPage, ...headers } },
  );
  expect(answer.status).toBe(200);
  const set = answer.headers.get('set-cookie') ?? '';
  return { token: (answer.body as { access_token: string }).access_token, set, cookie: set.split(';')[0] ?? '' };
};
const ask = (cookie: string, headers: Record<string, string> = {}, path = '/oauth2/session') =>
  send(address, 'GET', path, { headers: { cookie, ...headers } });
const nobody = async (cookie: string): Promise<void> => {
  const { status, problem } = await ask(cookie);
  expect([cookie, status, problem?.code]).toEqual([cookie, 401, 'UNAUTHENTICATED']);
};
const lastActivity = async (cookie: string): Promise<number> => {
  await server.app.context.callers.flush();
  const row = await tablesOf(server.app.context.db.read)
    .selectFrom('sessions')
    .select('last_active_at')
    .where('browser_hash', '=', hashSecret(cookie.split('=')[1] ?? ''))
    .executeTakeFirstOrThrow();
  return row.last_active_at;
};

describe('the cookie of a browser', () => {
  it('comes with a sign-in on the console, for this host alone, and is stored as a hash', async () => {
    const { set, cookie } = await signIn();
    expect(set).toMatch(/^__Host-castellan=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
    expect((await ask(cookie)).body).toMatchObject({ email, user_id: seed.own.owner.id });
    const secret = cookie.split('=')[1] ?? '';
    const files = ['castellan.db', 'castellan.db-wal'].map((name) => readFile(join(server.dataDir, name), 'latin1'));
    const stored = (await Promise.all(files)).join('');
    expect([stored.includes(secret), stored.includes(hashSecret(secret))]).toEqual([false, true]);
    await nobody(`__Host-castellan=${hashSecret(secret)}`);
  });

  it.each([
    ['the API', () => callHttp(address, login, { email, password: testPassword }, { headers: ownPage })],
    ['a program', () => callTrpc(address, login, { email, password: testPassword })],
    [
      'a page at another of its names',
      () => callTrpc(address, login, { email, password: testPassword }, { headers: { origin: address } }),
    ],
    [
      'a sign-in that fails',
      () => callTrpc(address, login, { email, password: 'a wrong password' }, { headers: ownPage }),
    ],
    ['a read', () => callTrpc(address, contract.welcome.getWelcome, {}, { headers: ownPage })],
  ])('does not come with %s', async (_name, call) => {
    expect((await call()).headers.get('set-cookie')).toBeNull();
  });

  it('counts only under its name, once, and whole', async () => {
    const { cookie } = await signIn();
    const [name = '', secret = ''] = cookie.split('=');
    const { cookie: another } = await signIn(other);
    for (const wrong of [
      `castellan=${secret}`,
      `__Secure-castellan=${secret}`,
      `__host-castellan=${secret}`,
      `${name}=${secret.slice(1)}`,
      `${name}=${secret}a`,
      `${name}="${secret}"`,
      `${name}=`,
      `${cookie}; ${another}`,
      `${another}; ${cookie}`,
      `${cookie}; ${name}=`,
    ]) {
      await nobody(wrong);
    }
    expect((await ask(`a=b; ${cookie}; ${name}x=${secret}`)).status).toBe(200);
  });

  it('shows no other site who is signed in', async () => {
    const { cookie } = await signIn();
    for (const site of ['cross-site', 'same-site']) {
      const answer = await ask(cookie, { 'sec-fetch-site': site, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' });
      expect([answer.status, answer.problem?.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
    }
    expect((await ask(cookie, { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('no cookie counts', () => {
  const refused = operations.filter(({ operation }) => operation.auth !== 'none');

  it.each(Object.entries(transports))('for any operation over %s', async (_name, call) => {
    const { cookie } = await signIn();
    const before = await lastActivity(cookie);
    server.clock.advance(minute);
    for (const { operation } of refused) {
      const { status, problem } = await call(address, operation, {}, { headers: { ...ownPage, cookie } });
      expect([operation.id, status, problem?.code]).toEqual([operation.id, 401, 'UNAUTHENTICATED']);
    }
    expect(await lastActivity(cookie)).toBe(before);
  });

  it('as a bearer token, or for the stream of changes', async () => {
    const { cookie } = await signIn();
    const token = cookie.split('=')[1] ?? '';
    expect((await ask(cookie, {}, livePath)).problem?.code).toBe('UNAUTHENTICATED');
    for (const path of [livePath, '/api/v1/users/me']) {
      expect((await send(address, 'GET', path, { token })).problem?.code).toBe('TOKEN_INVALID');
    }
  });

  it('by what it does to a call that another token makes', async () => {
    const [{ cookie }, { token }] = [await signIn(), await signIn(other)];
    const { body } = await callTrpc(address, contract.profile.getMe, {}, { token, headers: { cookie } });
    expect(body).toMatchObject({ email: other });
  });
});

describe('whoever uses the browser next', () => {
  it('is never taken for someone who has signed out', async () => {
    const ann = await signIn();
    const left = await callTrpc(address, logout, {}, { token: ann.token, headers: { ...ownPage, cookie: ann.cookie } });
    expect(left.headers.get('set-cookie')).toBe('__Host-castellan=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0');
    await nobody(ann.cookie);
    // Also if the browser has kept it.
    const bob = await signIn(other, { cookie: ann.cookie });
    expect(bob.cookie).not.toBe(ann.cookie);
    expect((await ask(bob.cookie)).body).toMatchObject({ email: other });
    await nobody(ann.cookie);
    await callTrpc(address, logout, {}, { token: bob.token, headers: ownPage });
    await nobody(bob.cookie);
    await nobody(ann.cookie);
  });

  it('is who signed in last, even if the one before has not left', async () => {
    const ann = await signIn();
    const bob = await signIn(other, { cookie: ann.cookie });
    expect((await ask(bob.cookie)).body).toMatchObject({ email: other });
  });
});

describe('the session that it stands for', () => {
  it('ends when it is idle, and asking who is signed in keeps it from nothing', async () => {
    const { cookie } = await signIn();
    for (let passed = 0; passed < 25; passed += 5) {
      server.clock.advance(5 * minute);
      expect((await ask(cookie)).status).toBe(200);
    }
    server.clock.advance(5 * minute);
    await nobody(cookie);
    server.clock.advance(-minute);
    await nobody(cookie);
  });

  it('goes on with the console', async () => {
    const { cookie, token } = await signIn();
    server.clock.advance(20 * minute);
    await callTrpc(address, contract.profile.getMe, {}, { token });
    server.clock.advance(20 * minute);
    expect((await ask(cookie)).status).toBe(200);
  });
});

describe('elsewhere', () => {
  const started = async (flags: Record<string, string>, headers: Record<string, string>) => {
    const one: TestApp = await start(flags);
    try {
      const context = one.app.context;
      const { own } = await createSeedData(context, await hashSeedPassword(context));
      const answer = await callTrpc(
        one.address,
        login,
        { email: own.owner.email, password: testPassword },
        { headers },
      );
      expect(answer.status).toBe(200);
      const set = answer.headers.get('set-cookie');
      const cookie = set?.split(';')[0] ?? `__Host-castellan=${'a'.repeat(43)}`;
      const session = await send(one.address, 'GET', '/oauth2/session', { headers: { cookie } });
      return [set?.replace(/=[\w-]{43}/, '=…') ?? null, session.status];
    } finally {
      await one.close();
    }
  };

  it('there is none without https, and below a base path it is for that path', async () => {
    const plain = 'http://castellan.example';
    expect(await started({ 'public-url': plain }, { origin: plain })).toEqual([null, 404]);
    expect(await started({ 'base-path': '/console' }, ownPage)).toEqual([
      '__Secure-castellan=…; Path=/console; Secure; HttpOnly; SameSite=Lax',
      200,
    ]);
  });
});
