import { describe, expect, it } from 'vitest';
import { closedAfterwards, perFile } from '#e2e/support/prepared.ts';
import { sendRaw } from '#e2e/support/raw-http.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { createLogger } from '#main/platform/logger.ts';
import { operations } from '#shared/contract/index.ts';
import { isQuery } from '#shared/contract/operation.ts';
import { paths } from '../../renderer/paths.ts';
import { expectProblem } from './expect-problem.ts';

const server = perFile(() =>
  createTestApp({}, createLogger('error', { write: (line: string) => void logged.push(line) })),
);
const logged: string[] = [];

describe('a path close to one of the API', () => {
  it.each([
    '//api/v1/users/me',
    '/API/v1/users/me',
    '/Api/V1/users/me',
    '/api%2Fv1/users/me',
    '/%61pi/v2/users/me',
    '/api',
    '/api/users/me',
    '/v1/users/me',
    '/users/me',
    '/auth/sessions',
    '/tenants/x/users',
    '/api/v1/users/me/',
    '/api/v1/openapi.json/',
    '/trpc',
    '/wrong/api/v1/users/me',
    '/castellan/Api/v1/openapi.json',
    '/wrong/api',
  ])('returns 404 and no page, whatever the client accepts: %s', async (path) => {
    for (const accept of ['application/json', '*/*', 'text/html']) {
      const answer = await sendRaw(server.port, `GET ${path} HTTP/1.1`, [
        `Host: 127.0.0.1:${server.port}`,
        `Accept: ${accept}`,
      ]);
      expect([path, accept, answer.status]).toEqual([path, accept, 404]);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it.each(['/', '/login', '/team/x', '/hosting/servers'])('returns a page only to browsers: %s', async (path) => {
    for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*']) {
      expect((await send(server.address, 'GET', path, { headers: { accept } })).status).toBe(200);
    }
    for (const accept of ['application/json', 'image/avif,image/webp', 'text/css', 'application/activity+json']) {
      expectProblem(await send(server.address, 'GET', path, { headers: { accept } }), 404, 'NOT_FOUND');
    }
  });
});

describe('a well-known address', () => {
  it.each([
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
    '/.well-known/security.txt',
    '/.well-known/openid-configuration',
    '/.well-known',
    '/.well-known/',
    '/.WELL-KNOWN/x',
    '/%2ewell-known/x',
    '/.well-known/change-password/x',
  ])('that says nothing returns 404, also to a browser: %s', async (path) => {
    const answer = await sendRaw(server.port, `GET ${path} HTTP/1.1`, [
      `Host: 127.0.0.1:${server.port}`,
      'Accept: text/html',
    ]);
    expect([path, answer.status]).toEqual([path, 404]);
  });

  it('leads password managers to the screen that changes a password', async () => {
    const { status, headers } = await send(server.address, 'GET', '/.well-known/change-password');
    const { to, search } = paths.password;
    expect([status, headers.get('location')]).toEqual([302, `${to}?${new URLSearchParams(search)}`]);
  });

  it('leads there below a base path, too', async () => {
    const below = await closedAfterwards(createTestApp({ 'base-path': '/castellan' }));
    const { headers } = await send(below.address, 'GET', '/castellan/.well-known/change-password');
    expect(headers.get('location')).toMatch(/^\/castellan\/dashboard\/profile\?/);
  });
});

describe('a request that matches no operation', () => {
  it('with OPTIONS returns the methods of the path', async () => {
    const answer = await send(server.address, 'OPTIONS', '/api/v1/users/me');
    expectProblem(answer, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD, PUT');
    expect(answer.problem?.allow).toEqual(['DELETE', 'GET', 'HEAD', 'PUT']);
    expectProblem(await send(server.address, 'OPTIONS', '/api/v1/nothing'), 404, 'NOT_FOUND');
  });

  it('with a long path parameter returns 404', async () => {
    const answer = await send(server.address, 'GET', `/api/v1/tenants/${'x'.repeat(3_000)}/users`);
    expectProblem(answer, 404, 'NOT_FOUND');
  });

  it.each([
    '/api/docs/assets/%2e%2e/package.json',
    '/api/docs/assets/swagger-ui.css/../package.json',
    '/api/docs/assets/package.json',
    '/assets/%2e%2e/index.html',
  ])('for a file outside of its folder returns 404 and logs no error: %s', async (path) => {
    const answer = await sendRaw(server.port, `GET ${path} HTTP/1.1`, [`Host: 127.0.0.1:${server.port}`]);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(logged).toEqual([]);
  });
});

it('answers 405 to each method that a path doesn’t have, and names those that it has', async () => {
  const methodsOf = new Map<string, Set<string>>();
  for (const { operation } of operations) {
    const { path, method } = operation.http;
    const known = methodsOf.get(path) ?? new Set();
    methodsOf.set(path, known.add(method));
    if (isQuery(operation)) known.add('HEAD');
  }
  const wrong: unknown[] = [];
  for (const [path, allow] of methodsOf) {
    const filled = path.replaceAll(/\{\w+\}/g, 'x%2Fy');
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !allow.has(one))) {
      const { status, headers } = await send(server.address, method, `/api/v1${filled}?x=1`);
      const named = headers.get('allow')?.split(', ');
      if (status !== 405 || `${named?.sort()}` !== `${[...allow].sort()}`) wrong.push({ method, path, status, named });
    }
  }
  expect(wrong).toEqual([]);
});
