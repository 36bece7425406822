import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RawAnswer, sendRaw } from '#e2e/support/raw-http.ts';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { createLogger } from '#main/platform/logger.ts';

let lines: string[];
let server: TestApp | undefined;
beforeEach(() => {
  lines = [];
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const start = async (flags: Parameters<typeof createTestApp>[0]): Promise<TestApp> => {
  server = await createTestApp(flags, createLogger('info', { write: (line) => void lines.push(line) }));
  return server;
};
const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
const get = ({ port }: TestApp, headers: string[], path = '/healthz', method = 'GET'): Promise<RawAnswer> =>
  sendRaw(port, `${method} ${path} HTTP/1.1`, headers);

describe('a refused host or origin', () => {
  it('is logged with what came and what is allowed, ten times a minute at most', async () => {
    const running = await start({ 'public-url': 'https://console.example' });
    const own = `127.0.0.1:${running.port}`;
    await get(running, ['Host: console.example:8443']);
    await get(running, [`Host: ${own}`, 'Origin: https://other.example']);
    expect(warnings()).toEqual([
      expect.objectContaining({
        code: 'HOST_NOT_ALLOWED',
        host: 'console.example:8443',
        ip: '127.0.0.1',
        allowed_hosts: expect.arrayContaining(['console.example', own]),
      }),
      expect.objectContaining({
        code: 'ORIGIN_NOT_ALLOWED',
        origin: 'https://other.example',
        allowed_origins: expect.arrayContaining(['https://console.example', `http://${own}`]),
      }),
    ]);
    for (let call = 0; call < 20; call += 1) await get(running, [`Host: ${'x'.repeat(1_000)}`]);
    expect(warnings()).toHaveLength(10);
    expect(warnings()[9].host).toBe('x'.repeat(200));
  });
});

describe('--allowed-hosts', () => {
  it('are answered, also to their own pages', async () => {
    const running = await start({ 'allowed-hosts': 'castellan:4310, console.example' });
    for (const [host, status] of [
      ['castellan:4310', 200],
      ['console.example', 200],
      ['castellan', 400],
      ['castellan:4311', 400],
      ['evil.castellan:4310', 400],
    ] as const) {
      expect([host, (await get(running, [`Host: ${host}`])).status]).toEqual([host, status]);
    }
    const from = (origin: string) => get(running, ['Host: castellan:4310', `Origin: ${origin}`]);
    expect((await from('http://castellan:4310')).status).toBe(200);
    expect((await from('https://console.example')).status).toBe(200);
    expect((await from('http://castellan')).status).toBe(403);
    expect(running.app.context.hosts()).toContain('castellan:4310');
  });
});

describe('--allowed-origins', () => {
  const origin = 'https://app.example';
  const call = (
    running: TestApp,
    { path = '/api/v1/users/me', method = 'GET', from = origin, headers = [] as string[] },
  ) =>
    get(
      running,
      [
        `Host: 127.0.0.1:${running.port}`,
        `Origin: ${from}`,
        'Sec-Fetch-Site: cross-site',
        'Sec-Fetch-Mode: cors',
        ...headers,
      ],
      path,
      method,
    );
  const bearer = 'Authorization: Bearer x.y.z';
  const preflight = (names: string) => [
    'Access-Control-Request-Method: PUT',
    `Access-Control-Request-Headers: ${names}`,
  ];

  it('may call the API with a bearer token, and read the response', async () => {
    const running = await start({ 'allowed-origins': origin });
    const answer = await call(running, { headers: [bearer] });
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body).code).toBe('TOKEN_INVALID');
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers':
        'etag, link, location, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-request-id, castellan-device, idempotency-replayed, castellan-version',
      vary: 'origin',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    const asked = await call(running, { method: 'OPTIONS', headers: preflight('content-type, Authorization') });
    expect([asked.status, asked.body]).toEqual([204, '']);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'authorization, content-type, idempotency-key, x-castellan-background, castellan-device, castellan-captcha, if-match, if-none-match, traceparent, tracestate',
      'access-control-max-age': '600',
      'x-content-type-options': 'nosniff',
    });
    expect(asked.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('may do nothing else', async () => {
    const running = await start({ 'allowed-origins': origin });
    for (const attempt of [
      { headers: [] },
      { headers: ['Authorization: Basic eDp5'] },
      { headers: ['Cookie: session=x'] },
      { path: '/api/v1/auth/login', method: 'POST' },
      { path: '/trpc/profile.getMe', headers: [bearer] },
      { path: '/metrics', headers: [bearer] },
      { path: '/', headers: [bearer] },
      { path: '/api/v1', headers: [bearer] },
      { method: 'OPTIONS', headers: preflight('content-type') },
      { method: 'OPTIONS', headers: [bearer.replace('Bearer', 'Basic')] },
    ]) {
      const answer = await call(running, attempt);
      expect([attempt, answer.status]).toEqual([attempt, 403]);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('are compared whole', async () => {
    const running = await start({ 'allowed-origins': origin });
    for (const from of [
      'http://app.example',
      'https://app.example:8443',
      'https://app.example.evil.com',
      'https://x.app.example',
      'null',
    ]) {
      expect([from, (await call(running, { from, headers: [bearer] })).status]).toEqual([from, 403]);
    }
  });

  it('are none by default', async () => {
    const running = await start({});
    expect((await call(running, { headers: [bearer] })).status).toBe(403);
  });
});

describe('/metrics', () => {
  const token = 'f3b0c44298fc1c149afbf4c8996fb924';

  it('is open to this computer under a local name only', async () => {
    const running = await start({ 'public-url': 'https://console.example' });
    const status = async (headers: string[]) => (await get(running, headers, '/metrics')).status;
    expect(await status([`Host: 127.0.0.1:${running.port}`])).toBe(200);
    expect(await status([`Host: localhost:${running.port}`])).toBe(200);
    // A proxy that passes on the name, but not the address of its caller.
    expect(await status(['Host: console.example'])).toBe(404);
    expect(await status([`Host: 127.0.0.1:${running.port}`, 'X-Forwarded-For: 203.0.113.7'])).toBe(404);
  });

  it('is open to whoever has the token, if there is one, and to no one else', async () => {
    const running = await start({ 'public-url': 'https://console.example', 'metrics-token': token });
    const read = async (headers: string[]) => (await get(running, headers, '/metrics')).status;
    const proxied = ['Host: console.example', 'X-Forwarded-For: 203.0.113.7'];
    expect(await read([...proxied, `Authorization: Bearer ${token}`])).toBe(200);
    expect(await read([...proxied, `Authorization: Bearer ${token}x`])).toBe(401);
    expect(await read([...proxied, `Authorization: Bearer ${token.slice(1)}`])).toBe(401);
    expect(await read(proxied)).toBe(401);
    expect(await read([`Host: 127.0.0.1:${running.port}`])).toBe(401);
  });
});

describe('a proxy that no one trusts', () => {
  it('is warned about once, and counted', async () => {
    const { address } = await start({ 'trusted-proxies': '10.0.0.0/8' });
    for (let calls = 0; calls < 3; calls += 1) {
      await send(address, 'GET', '/healthz', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    }
    expect(warnings()).toEqual([
      expect.objectContaining({
        proxy: '127.0.0.1',
        trusted_proxies: ['10.0.0.0/8'],
        msg: expect.stringContaining('X-Forwarded-For'),
      }),
    ]);
    const { text } = await send(address, 'GET', '/metrics');
    expect(text).toMatch(/^castellan_untrusted_forwarded_requests_total 3$/m);
  });

  it('is not the one on the same computer behind a public URL', async () => {
    const { address } = await start({ 'public-url': 'https://console.example' });
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    await send(address, 'POST', '/api/v1/auth/forgot-password', { headers, body: { email: 'a@example.com' } });
    expect(warnings()).toEqual([]);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ operation: 'forgotPassword', ip: '203.0.113.7' }),
    );
  });
});
