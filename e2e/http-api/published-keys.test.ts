import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { runOperation } from '#main/service-commands/run-operation.ts';

const path = '/oauth2/jwks';
const publicUrl = 'https://castellan.example';

describe('where browsers come over https', () => {
  const server = perFile(() => createTestApp({ 'public-url': publicUrl, 'base-path': '/console' }));
  const ask = (at = path) => send(server.address, 'GET', at);

  it('the keys for applications are published, as soon as there are any', async () => {
    const none = await ask();
    expect([none.status, none.body, none.headers.get('content-type'), none.headers.get('cache-control')]).toEqual([
      200,
      { keys: [] },
      'application/jwk-set+json; charset=utf-8',
      'no-store',
    ]);
    const call = { emit: async () => {}, body: (async function* () {})() };
    await runOperation(server.app.context, 'keys rotate', { signing: true }, call);
    const { keys } = (await ask()).body as { keys: Record<string, string>[] };
    expect(keys.map(({ kty, alg, use }) => [kty, alg, use])).toEqual([
      ['EC', 'ES256', 'sig'],
      ['RSA', 'RS256', 'sig'],
    ]);
    for (const key of keys)
      for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(name);
    expect((await ask(`/console${path}`)).body).toEqual({ keys });
  });

  it('nothing else is there, least of all a page of the console', async () => {
    for (const at of ['/oauth2', '/oauth2/', '/oauth2/jwks/', '/oauth2/token', '/console/oauth2/nothing']) {
      const { status, problem } = await send(server.address, 'GET', at, { headers: { accept: 'text/html' } });
      expect([at, status, problem?.code]).toEqual([at, 404, 'NOT_FOUND']);
    }
  });
});

describe('elsewhere', () => {
  const server = perFile(() => createTestApp({ 'public-url': 'http://castellan.example' }));

  it('no keys are published', async () => {
    expect((await send(server.address, 'GET', path)).status).toBe(404);
  });
});
