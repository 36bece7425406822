import { afterEach, describe, expect, it } from 'vitest';
import { sendRaw } from '#e2e/support/raw-http.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { callHttp, send } from '#e2e/support/transports.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { throttles } from '#shared/rules/limits.ts';

let server: TestApp | undefined;
afterEach(() => server?.close());

const start = async (flags: Parameters<typeof createTestApp>[0]) => {
  server = await createTestApp(flags);
  return { server, seed: await createSeedData(server.app.context, await hashSeedPassword(server.app.context)) };
};

/** The IP address that the service records for a sign-in with these headers. */
const addressOf = async ({ address }: TestApp, email: string, headers: Record<string, string>): Promise<string> => {
  const login = await callHttp(address, contract.auth.login, { email, password: testPassword }, { headers });
  const { access_token } = login.body as { access_token: string };
  const { body } = await callHttp(address, contract.sessions.listSessions, {}, { token: access_token });
  const { sessions } = body as { sessions: { ip_address: string; current: boolean }[] };
  return sessions.find(({ current }) => current)?.ip_address ?? 'none';
};

describe('X-Forwarded-For', () => {
  it('is ignored if no proxy is trusted', async () => {
    const { server, seed } = await start({});
    for (const name of [
      'x-forwarded-for',
      'x-real-ip',
      'forwarded',
      'x-client-ip',
      'cf-connecting-ip',
      'true-client-ip',
    ]) {
      expect(await addressOf(server, seed.own.owner.email, { [name]: '203.0.113.7' })).toBe('127.0.0.1');
    }
  });

  it('is ignored if the sender is not the trusted proxy', async () => {
    const { server, seed } = await start({ 'trusted-proxies': '10.0.0.0/8' });
    expect(await addressOf(server, seed.own.owner.email, { 'x-forwarded-for': '203.0.113.7' })).toBe('127.0.0.1');
  });

  it('counts if its sender is trusted, up to the first untrusted address', async () => {
    const { server, seed } = await start({ 'trusted-proxies': '127.0.0.1, 10.0.0.0/8' });
    const { email } = seed.own.owner;
    expect(await addressOf(server, email, { 'x-forwarded-for': '203.0.113.7' })).toBe('203.0.113.7');
    expect(await addressOf(server, email, { 'x-forwarded-for': '1.2.3.4, 203.0.113.7, 10.1.2.3' })).toBe('203.0.113.7');
    expect(await addressOf(server, email, { 'x-forwarded-for': '::ffff:203.0.113.7' })).toBe('203.0.113.7');
    expect(await addressOf(server, email, {})).toBe('127.0.0.1');
  });

  it('is read without its port, and only if it is an IP address', async () => {
    const { server, seed } = await start({ 'trusted-proxies': '127.0.0.1' });
    const { email } = seed.own.owner;
    const expected = {
      '203.0.113.5:1234': '203.0.113.5',
      '[2001:db8::1]:443': '2001:db8::1',
      '2001:db8::1': '2001:db8::1',
      'fe80::1%eth0': 'fe80::1',
      junk: '127.0.0.1',
      '<b>x</b>': '127.0.0.1',
      '12345': '127.0.0.1',
      ['x'.repeat(9_000)]: '127.0.0.1',
    };
    for (const [given, seen] of Object.entries(expected)) {
      expect([given, await addressOf(server, email, { 'x-forwarded-for': given })]).toEqual([given, seen]);
    }
  });

  it('does not help an attacker evade limits unless the proxy is trusted', async () => {
    const { server } = await start({});
    const guess = (number: number) =>
      callHttp(
        server.address,
        contract.auth.refresh,
        { refresh_token: 'guess' },
        { headers: { 'x-forwarded-for': `203.0.113.${number % 250}` } },
      );
    for (let number = 0; number < throttles.token_guess.limit; number += 1) {
      expect((await guess(number)).status).toBe(401);
    }
    expect((await guess(249)).problem?.code).toBe('RATE_LIMITED');
  });

  it('separates clients behind a trusted proxy, by /64 for IPv6', async () => {
    const { server } = await start({ 'trusted-proxies': '127.0.0.1' });
    const guess = (from: string) =>
      callHttp(
        server.address,
        contract.auth.refresh,
        { refresh_token: 'guess' },
        { headers: { 'x-forwarded-for': from } },
      );
    for (let number = 0; number < throttles.token_guess.limit; number += 1) {
      await guess(`2001:db8:1:2::${number.toString(16)}`);
    }
    expect((await guess('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await guess('2001:db8:1:3::1')).status).toBe(401);
    expect((await guess('203.0.113.9')).status).toBe(401);
  });
});

describe('the base URL of links in emails', () => {
  const linksOf = async ({ app }: TestApp): Promise<string[]> => {
    const { db, outbox } = app.context;
    await app.service.mailWorker.drain();
    const mails = await tablesOf(db.read)
      .selectFrom('mails')
      .selectAll()
      .where('sealed_secret', 'is not', null)
      .execute();
    const links = await Promise.all(mails.map((mail) => outbox.linkOf(db.read, mail)));
    return links.map((link) => link?.url ?? 'none');
  };

  const askForMails = async ({ address }: TestApp, email: string, headers: Record<string, string>) => {
    const forgot = await send(address, 'POST', '/api/v1/auth/forgot-password', { headers, body: { email } });
    const signup = await send(address, 'POST', '/api/v1/auth/signup', {
      headers,
      body: { email: 'linked@example.com', name: 'L', password: testPassword, company_name: 'L' },
    });
    expect([forgot.status, signup.status]).toEqual([200, 201]);
  };

  const forged = {
    'x-forwarded-host': 'evil.com',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '443',
    'x-forwarded-server': 'evil.com',
    'x-host': 'evil.com',
    'x-original-host': 'evil.com',
    forwarded: 'host=evil.com;proto=https',
  };

  it.each([{}, { 'trusted-proxies': '127.0.0.1' }])(
    "is the server's own address, whatever the headers say (%j)",
    async (flags) => {
      const { server, seed } = await start(flags);
      await askForMails(server, seed.own.owner.email, forged);
      const links = await linksOf(server);
      expect(links.length).toBeGreaterThanOrEqual(4);
      expect(links.filter((link) => !link.startsWith(`${server.address}/`))).toEqual([]);
      expect(links.some((link) => link.startsWith(`${server.address}/reset#token=`))).toBe(true);
    },
  );

  it('is the public URL if one is set, even for requests to the local address', async () => {
    const { server, seed } = await start({ 'public-url': 'https://console.example.com', 'sign-ups': 'open' });
    await askForMails(server, seed.own.owner.email, forged);
    const links = await linksOf(server);
    expect(links.filter((link) => !link.startsWith('https://console.example.com/'))).toEqual([]);
    const body = JSON.stringify({ email: seed.own.owner.email });
    const length = `Content-Length: ${body.length}`;
    const type = 'Content-Type: application/json';
    const path = 'POST /api/v1/auth/forgot-password HTTP/1.1';
    expect((await sendRaw(server.port, path, ['Host: console.example.com', type, length], body)).status).toBe(200);
    expect((await sendRaw(server.port, path, ['Host: evil.com', type, length], body)).status).toBe(400);
    const tricks = ['console.example.com.evil.com', 'console.example.com:1', 'console.example.com@evil.com'];
    for (const host of tricks) {
      expect((await sendRaw(server.port, path, [`Host: ${host}`, type, length], body)).status).toBe(400);
    }
  });

  it('redirects a verified user only to a fixed page of the console', async () => {
    const { server, seed } = await start({});
    const path = `/api/v1/auth/verify-email?token=${seed.own.tokens.verify}`;
    const answer = await send(server.address, 'GET', path, { headers: forged });
    expect((answer.body as { redirect_url: string }).redirect_url).toMatch(/^\/[a-z]/);
    const redirected = await send(server.address, 'GET', `${path}&redirect_url=https://evil.com`);
    // Ignored, like any unknown field of a query.
    expect(redirected.body).toEqual(answer.body);
  });
});
