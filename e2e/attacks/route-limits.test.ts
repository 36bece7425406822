import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { type RouteLimit, requireLimits } from '#main/transport/http/route-limits.ts';
import { testClock } from '#main/transport/http/test-clock.ts';
import { operations } from '#shared/contract/index.ts';

interface Mounted {
  method: string;
  url: string;
  limit: RouteLimit | undefined;
}

let server: TestApp;
const mounted: Mounted[] = [];
const note = ({ method, url, config }: RouteOptions): void => {
  for (const one of [method].flat()) mounted.push({ method: one, url, limit: config?.limit });
};
const listen = (message: unknown): void => {
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', note);
};

beforeAll(async () => {
  subscribe('fastify.initialization', listen);
  server = await createTestApp({ 'public-url': 'https://castellan.example' });
  // Only for this computer, and only if asked for: its handler isn't called here.
  const apart = Fastify();
  await apart.register(testClock(async () => ''));
  unsubscribe('fastify.initialization', listen);
});
afterAll(() => server.close());

const whichAre = (test: (limit: RouteLimit) => boolean): string[] =>
  mounted
    .filter(({ limit }) => limit && test(limit))
    .map(({ method, url }) => `${method} ${url}`)
    .sort();

describe('every mounted route', () => {
  it('says what limits it, or why it needs no limit', () => {
    expect(mounted.length).toBeGreaterThan(operations.length);
    expect(mounted.filter(({ limit }) => !limit)).toEqual([]);
  });

  it('has the limit of its operation', () => {
    for (const { operation } of operations) {
      const { method, path } = operation.http;
      const url = `/api/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      expect(mounted.find((route) => route.method === method && route.url === url)?.limit).toBe(operation);
    }
  });

  it('is refused without credentials if it is limited by them', async () => {
    expect(whichAre(({ auth }) => auth === 'local')).toEqual(['GET /metrics', 'HEAD /metrics', 'POST /test/clock']);
    expect(whichAre(({ auth }) => auth === 'proxy')).toEqual([
      'GET /forward-auth/check/:application',
      'GET /forward-auth/check/:application/auth-request',
    ]);
    expect(whichAre(({ auth }) => auth === 'operations')).toEqual(['GET /trpc/*', 'POST /trpc/*']);
    for (const { method, url, limit } of mounted) {
      if (limit?.auth === 'none' || limit?.auth === 'operations' || limit?.auth === 'proxy') continue;
      const { status } = await send(server.address, method, url.replaceAll(/:\w+/g, 'x'), {
        headers: { 'x-forwarded-for': '203.0.113.9' },
      });
      expect([401, 404], `${method} ${url}`).toContain(status);
    }
  });
});

it('no route can be mounted that does not say so', () => {
  const bare = Fastify();
  requireLimits(bare);
  expect(() => bare.get('/', async () => ({}))).toThrow("GET / doesn't say what limits it");
});
