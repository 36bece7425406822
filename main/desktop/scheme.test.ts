import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { protocol } from '#e2e/support/electron.ts';
import { createLogger } from '../platform/logger.ts';
import { serveConsole } from './scheme.ts';
import { pagePolicy } from './views/page-policy.logic.ts';

/** What a service answers, with headers that only a socket may have. */
const service = Fastify();
const arrived = vi.fn<(headers: object) => void>();
service.get('/readyz', (request, reply) => {
  arrived(request.headers);
  return reply.header('origin-agent-cluster', '?1').header('strict-transport-security', 'max-age=1').send('ready');
});
service.get('/dashboard', async () => 'the console');

const serve = (given: Partial<Parameters<typeof serveConsole>[1]> = {}) => {
  const parts = {
    start: vi.fn(async () => {}),
    server: () => service,
    failurePage: () => new Response('why not'),
    developmentServer: undefined,
    authorization: { note: vi.fn() },
    log: createLogger('silent'),
    ...given,
  };
  const transport = serveConsole('1.2.3', parts);
  const handler = protocol.handle.mock.lastCall?.[1];
  const ask = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await handler?.(new Request(url, { headers }));
    return { status: answer?.status, headers: answer?.headers, text: await answer?.text() };
  };
  return { ...parts, transport, ask };
};

it('answers only for the console, and starts the service only for its pages', async () => {
  const { ask, start } = serve();
  expect((await ask('app://strip/readyz')).status).toBe(404);
  expect((await ask('app://castellan/readyz')).text).toBe('ready');
  expect(start).not.toHaveBeenCalled();
  expect((await ask('app://castellan/dashboard')).text).toBe('the console');
  expect(start).toHaveBeenCalledOnce();
});

it('passes on neither headers that only a socket may set, nor those of an encrypted one', async () => {
  const { ask, authorization } = serve();
  const { headers } = await ask('app://castellan/readyz', {
    authorization: 'Bearer t',
    'x-forwarded-for': '203.0.113.9',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/1',
  });
  expect(arrived.mock.lastCall?.[0]).toEqual({
    authorization: 'Bearer t',
    host: 'castellan',
    'user-agent': 'Castellan/1.2.3 (X11; Linux x86_64)',
  });
  expect([...(headers?.keys() ?? [])]).not.toContain('origin-agent-cluster');
  expect([...(headers?.keys() ?? [])]).not.toContain('strict-transport-security');
  expect(headers?.get('content-security-policy')).toContain(pagePolicy);
  expect(authorization.note).toHaveBeenCalledExactlyOnceWith('Bearer t');
});

it('without a service, says why instead of a page, and that it is unavailable to everything else', async () => {
  const { ask } = serve({ server: () => undefined });
  expect((await ask('app://castellan/dashboard')).text).toBe('why not');
  expect((await ask('app://castellan/readyz')).status).toBe(503);
});

it('waits for what is being answered before it ends, and answers nothing after that', async () => {
  const started = Promise.withResolvers<void>();
  const { ask, transport } = serve({ start: () => started.promise });
  const late = ask('app://castellan/dashboard');
  const drained = vi.fn();
  const draining = transport.drain().then(drained);
  expect((await ask('app://castellan/readyz')).status).toBe(503);
  expect(drained).not.toHaveBeenCalled();
  started.resolve();
  expect((await late).status).toBe(503);
  await draining;
});
