import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { sendRaw } from '#e2e/support/raw-http.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { fingerprint } from '#e2e/support/table-contents.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { callHttp, send } from '#e2e/support/transports.ts';
import { contract } from '#shared/contract/index.ts';

const server = perFile(() => createTestApp({ 'rate-limits': 'off' }));
const seed = perFile(async () => createSeedData(server.app.context, await hashSeedPassword(server.app.context)));
let own: string;

beforeAll(async () => {
  own = `127.0.0.1:${server.port}`;
});

const get = (headers: string[], requestLine = 'GET /healthz HTTP/1.1') => sendRaw(server.port, requestLine, headers);

describe('the Host header (DNS rebinding)', () => {
  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('is accepted as %s', async (name) => {
    const answer = await get([`Host: ${name}:${server.port}`]);
    expect([answer.status, answer.body]).toEqual([200, '{"status":"ok"}']);
  });

  it.each([
    'evil.com',
    'evil.com:{port}',
    '127.0.0.1.evil.com:{port}',
    'localhost.:{port}',
    'localhost.evil.com:{port}',
    'evil-localhost:{port}',
    '127.0.0.1',
    'localhost',
    '127.0.0.1:1',
    '127.0.0.1:{port}0',
    '127.0.0.1:{port}@evil.com',
    'evil.com@127.0.0.1:{port}',
    '127.0.0.1:{port}:80',
    '127.0.0.1:{port}, evil.com',
    '127.1:{port}',
    '2130706433:{port}',
    '0x7f000001:{port}',
    '0.0.0.0:{port}',
    '127.0.0.2:{port}',
    '[::ffff:127.0.0.1]:{port}',
    '[::]:{port}',
    '::1:{port}',
    '',
    'null',
  ])('is rejected as %j on every route', async (pattern) => {
    const host = `Host: ${pattern.replace('{port}', String(server.port))}`;
    for (const path of [
      '/healthz',
      '/',
      '/api/v1/users/me',
      '/trpc/profile.getMe',
      '/api/docs',
      '/metrics',
      '/none.js',
    ]) {
      const answer = await get([host], `GET ${path} HTTP/1.1`);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'HOST_NOT_ALLOWED', status: 400 });
      expect(answer.headers).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
  });

  it('is rejected if it appears twice, in any order', async () => {
    for (const names of [
      [own, 'evil.com'],
      ['evil.com', own],
      [own, own],
    ]) {
      expect((await get(names.map((name) => `Host: ${name}`))).status).toBe(400);
    }
  });

  it('is rejected if missing', async () => {
    expect((await get([])).status).toBe(400);
    expect((await get([], 'GET /healthz HTTP/1.0')).status).toBe(400);
  });

  it('is ignored if the request target is an absolute URL of this server, as clients of proxies send it', async () => {
    const answer = await get(['Host: evil.com'], `GET http://127.0.0.1:${server.port}/healthz HTTP/1.1`);
    expect([answer.status, answer.body]).toEqual([200, '{"status":"ok"}']);
  });

  it.each(['http://evil.com/healthz', 'http://evil.com:{port}/healthz', 'https://evil.com', '*'])(
    'is rejected with any other absolute request target: %s',
    async (pattern) => {
      const target = pattern.replace('{port}', String(server.port));
      const answer = await get([`Host: ${own}`], `GET ${target} HTTP/1.1`);
      expect(answer.status).toBe(400);
    },
  );

  it('is never replaced by X-Forwarded-Host', async () => {
    expect((await get(['Host: evil.com', `X-Forwarded-Host: ${own}`])).status).toBe(400);
    expect((await get([`Host: ${own}`, 'X-Forwarded-Host: evil.com'])).status).toBe(200);
  });

  it('is backed by listening on the loopback address only', async () => {
    const outcome = await new Promise<string>((resolve) => {
      const socket = connect(server.port, '127.0.0.2');
      socket.once('connect', () => resolve('connected'));
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
      socket.once('close', () => socket.destroy());
    });
    expect(outcome).toBe('ECONNREFUSED');
  });
});

describe('the origin of a request', () => {
  const attempt = async (headers: string[]) => {
    const body = JSON.stringify({ email: seed.own.owner.email, password: testPassword });
    return sendRaw(
      server.port,
      'POST /api/v1/auth/login HTTP/1.1',
      [`Host: ${own}`, 'Content-Type: application/json', `Content-Length: ${body.length}`, ...headers],
      body,
    );
  };

  it('may be the console under any of its names', async () => {
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      expect((await attempt([`Origin: http://${name}:${server.port}`])).status).toBe(200);
    }
    expect((await attempt([])).status).toBe(200);
  });

  it.each([
    'null',
    'file://',
    'https://evil.com',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'http://127.0.0.1:{port}0',
    'http://localhost:3000',
    'https://127.0.0.1:{port}',
    'http://127.0.0.1.evil.com:{port}',
    'http://127.0.0.1:{port}.evil.com',
    'http://evil.com:{port}',
    'http://127.0.0.1:{port}/',
    '',
  ])('is rejected as %j', async (pattern) => {
    const before = await fingerprint(server.app.context);
    const answer = await attempt([`Origin: ${pattern.replace('{port}', String(server.port))}`]);
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(await fingerprint(server.app.context)).toBe(before);
  });

  it('gets no CORS permission', async () => {
    for (const origin of ['null', 'http://localhost:3000', server.address]) {
      const answer = await get(
        [`Host: ${own}`, `Origin: ${origin}`, 'Access-Control-Request-Method: POST'],
        'OPTIONS /api/v1/auth/login HTTP/1.1',
      );
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  const site = (value: string, more: string[] = []) => [`Host: ${own}`, `Sec-Fetch-Site: ${value}`, ...more];
  const navigation = ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];

  it.each(['cross-site', 'same-site', 'other'])('is rejected by Sec-Fetch-Site: %s', async (value) => {
    for (const path of [
      '/api/v1/users/me',
      '/api/v1/openapi.json',
      '/trpc/profile.getMe',
      '/healthz',
      '/',
      '/metrics',
    ]) {
      expect((await get(site(value), `GET ${path} HTTP/1.1`)).status).toBe(403);
    }
    const framed = ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe'];
    expect((await get(site(value, framed), 'GET / HTTP/1.1')).status).toBe(403);
    expect((await get(site(value, navigation), 'POST / HTTP/1.1')).status).toBe(403);
  });

  it('may be another site if a link leads to the console, but not if it leads to an operation', async () => {
    expect((await get(site('cross-site', navigation), 'GET /invite HTTP/1.1')).status).toBe(200);
    for (const path of [
      '/api/v1/auth/verify-email?token=x',
      '/%61pi/v1/auth/verify-email?token=x',
      '/api/%761/auth/verify-email?token=x',
      '/api/v1',
      '/trpc/team.lookupInvitation',
      '/%74rpc/team.lookupInvitation',
    ]) {
      expect([path, (await get(site('cross-site', navigation), `GET ${path} HTTP/1.1`)).status]).toEqual([path, 403]);
    }
  });

  it('may be the console according to Sec-Fetch-Site', async () => {
    for (const value of ['same-origin', 'none']) expect((await get(site(value))).status).toBe(200);
  });
});

describe('cookies', () => {
  it('grant no access and are never set', async () => {
    const { token, refreshToken } = seed.own.owner;
    const cookie = `access_token=${token}; token=${token}; authorization=Bearer ${token}; refresh_token=${refreshToken}`;
    const me = await send(server.address, 'GET', '/api/v1/users/me', { headers: { cookie } });
    expect([me.status, me.problem?.code]).toEqual([401, 'UNAUTHENTICATED']);
    const refresh = await send(server.address, 'POST', '/api/v1/auth/refresh', { headers: { cookie }, body: {} });
    expect(refresh.status).toBe(400);
    const login = await callHttp(server.address, contract.auth.login, {
      email: seed.own.owner.email,
      password: testPassword,
    });
    const page = await send(server.address, 'GET', '/');
    expect([login, page].map(({ headers }) => headers.get('set-cookie'))).toEqual([null, null]);
  });
});

describe('content types that a cross-site form can send', () => {
  it.each([
    'text/plain',
    'text/plain; charset=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'application/jsonp',
    'application/json-patch+json',
    'application/problem+json',
  ])('are rejected on both transports: %s', async (type) => {
    const before = await fingerprint(server.app.context);
    const body = JSON.stringify({ email: seed.own.owner.email, password: testPassword });
    for (const path of ['/api/v1/auth/login', '/trpc/auth.login']) {
      const answer = await sendRaw(
        server.port,
        `POST ${path} HTTP/1.1`,
        [`Host: ${own}`, `Content-Type: ${type}`, `Content-Length: ${body.length}`],
        body,
      );
      expect(answer.status).toBe(415);
    }
    expect(await fingerprint(server.app.context)).toBe(before);
  });

  it('are rejected if missing', async () => {
    const body = JSON.stringify({ email: seed.own.owner.email, password: testPassword });
    const headers = [`Host: ${own}`, `Content-Length: ${body.length}`];
    expect((await sendRaw(server.port, 'POST /api/v1/auth/login HTTP/1.1', headers, body)).status).toBe(415);
    expect((await sendRaw(server.port, 'POST /trpc/auth.login HTTP/1.1', headers, body)).status).toBe(415);
  });
});
