import { METHODS } from 'node:http';
import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { openSocket, readToEnd, sendRaw } from '#e2e/support/raw-http.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { forwardAuthPaths } from '#shared/contract/http-names.ts';

const server = perFile(() => createTestApp());

describe('what is no request', () => {
  it.each([
    ['nonsense', 'nonsense', [], 400, 'MALFORMED_REQUEST'],
    ['a header without a colon', 'GET /healthz HTTP/1.1', ['Host: a', 'broken'], 400, 'MALFORMED_REQUEST'],
    ['headers that are too large', 'GET /healthz HTTP/1.1', [`X: ${'x'.repeat(20_000)}`], 431, 'HEADERS_TOO_LARGE'],
  ])('is answered with a problem document: %s', async (_, line, headers, status, code) => {
    const answer = await sendRaw(server.port, line, headers);
    expect([answer.status, answer.headers['content-type'], answer.headers.connection]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
      'close',
    ]);
    const problem = JSON.parse(answer.body);
    expect(problem).toMatchObject({ status, code, success: false, request_id: answer.headers['x-request-id'] });
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)));
    expect((await send(server.address, 'GET', '/healthz')).status).toBe(200);
  });

  it('is answered alone on its connection: nothing behind it is read', async () => {
    const socket = await openSocket(server.port);
    const answer = readToEnd(socket);
    socket.write('nonsense\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    expect((await answer).body.match(/request_id/g)).toHaveLength(1);
  });
});

it.each(['/api/v1/users/me', '/dashboard', 'http://127.0.0.1/api/v1/users/me', `${forwardAuthPaths.check}/app_none`])(
  'answers a request without a host with a problem document: %s',
  async (target) => {
    const answer = await sendRaw(server.port, `GET ${target} HTTP/1.1`, []);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 'HOST_NOT_ALLOWED']);
  },
);

it('ignores expectations that it does not know', async () => {
  const headers = [`Host: 127.0.0.1:${server.port}`, 'Expect: a-miracle'];
  const answer = await sendRaw(server.port, 'GET /api/v1/users/me HTTP/1.1', headers);
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([401, 'UNAUTHENTICATED']);
});

it.each([
  ['alone', 'ff', ''],
  ['in a name', 'c3', '28'],
  ['half of a pair', 'eda080', ''],
])('refuses a body that is not UTF-8, rather than to guess its letters: %s', async (_, bad, rest) => {
  const body = Buffer.concat([Buffer.from('{"email":"'), Buffer.from(bad + rest, 'hex'), Buffer.from('"}')]);
  const answer = await fetch(`${server.address}/api/v1/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(await answer.json()).toMatchObject({ status: 400, code: 'MALFORMED_BODY' });
});

// A CONNECT is no request to a server but through it.
it.each(METHODS.filter((method) => !['CONNECT', 'DELETE', 'GET', 'HEAD', 'PUT'].includes(method)))(
  'answers 405 to %s, with the methods that there are',
  async (method) => {
    const answer = await sendRaw(server.port, `${method} /api/v1/users/me?x=1 HTTP/1.1`, [
      `Host: 127.0.0.1:${server.port}`,
    ]);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.allow?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT']);
    const none = await sendRaw(server.port, `${method} /api/v1/none HTTP/1.1`, [`Host: 127.0.0.1:${server.port}`]);
    expect(none.status).toBe(404);
  },
);

it('says what limits an operation, and when the limit is reached', async () => {
  const refresh = () =>
    send(server.address, 'POST', '/api/v1/auth/refresh', { body: { refresh_token: 'A'.repeat(43) } });
  let answer = await refresh();
  expect(answer.headers.get('ratelimit-policy')).toBe('"token_guess";q=100;w=900');
  expect(answer.headers.get('ratelimit')).toBe(null);
  for (let count = 1; count < 101; count += 1) answer = await refresh();
  expect(answer.status).toBe(429);
  expect(answer.headers.get('ratelimit-policy')).toBe('"token_guess";q=100;w=900');
  expect(answer.headers.get('ratelimit')).toBe(`"token_guess";r=0;t=${answer.headers.get('retry-after')}`);
});

it('answers the API document compressed, and not at all to whoever has it', async () => {
  const path = '/api/v1/openapi.json';
  const get = (encoding: string) =>
    sendRaw(server.port, `GET ${path} HTTP/1.1`, [`Host: 127.0.0.1:${server.port}`, `Accept-Encoding: ${encoding}`]);
  const [compressed, plain] = [await get('br, gzip'), await get('identity')];
  expect(compressed.headers['content-encoding']).toBe('gzip');
  expect(plain.headers['content-encoding']).toBe(undefined);
  expect(Number(compressed.headers['content-length']) * 4).toBeLessThan(Number(plain.headers['content-length']));
  const first = await send(server.address, 'GET', path);
  expect(first.body).toEqual(JSON.parse(plain.body));
  const tag = first.headers.get('etag') ?? '';
  const again = await send(server.address, 'GET', path, { headers: { 'if-none-match': tag } });
  expect([again.status, again.text]).toEqual([304, '']);
});
