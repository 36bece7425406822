import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#e2e/support/free-port.ts';
import { type ReverseProxy, sendFrom, startProxy } from '#e2e/support/reverse-proxy.ts';
import { type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';

const address = '127.0.0.21';
const owner = { email: 'olivia@example.com', password: 'a long winding road 7' };

describe.each(['nginx', 'caddy'] as const)('below a path, behind %s, set up as documented', (name) => {
  let server: SpawnedInstance;
  let proxy: ReverseProxy;
  let issuer: string;
  let applicationId: string;

  const post = async (path: string, body: object, token?: string) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await sendFrom(address, `${issuer}/api/v1${path}`, { headers, body });
    expect([answer.status, answer.body]).toEqual([expect.toBeOneOf([200, 201]), expect.any(String)]);
    return JSON.parse(answer.body);
  };

  beforeAll(async () => {
    const port = await freePort();
    issuer = `https://localhost:${port}/castellan`;
    const names = ['--public-url', `https://localhost:${port}`, '--base-path', '/castellan'];
    server = await spawnInstance({ args: [...names, '--trusted-proxies', '127.0.0.1', '--sign-ups', 'open'] });
    proxy = await startProxy(name, port, server.port, 'path');
    const setup_token = /setup token for the first account: (\S+)/.exec(server.stdout())?.[1];
    await post('/auth/signup', {
      ...owner,
      name: 'Olivia',
      company_name: 'Ember',
      ...(setup_token && { setup_token }),
    });
    const { access_token, user } = await post('/auth/login', owner);
    const entered = { name: 'Wiki', kind: 'web', redirect_uris: ['https://wiki.example/callback'] };
    const made = await post(`/tenants/${user.tenant_id}/applications`, entered, access_token);
    applicationId = made.application_id;
  }, 120_000);
  afterAll(async () => {
    await proxy?.close();
    await server?.close();
  });

  it.each(['oauth2', 'oidc'] as const)('a client finds the metadata where %s has it', async (algorithm) => {
    const asked: string[] = [];
    const found = await client.discovery(new URL(issuer), applicationId, 'secret', undefined, {
      algorithm,
      [client.customFetch]: async (url) => {
        asked.push(new URL(url).pathname);
        const { status, body } = await sendFrom(address, url);
        return new Response(body, { status, headers: { 'content-type': 'application/json' } });
      },
    });
    expect(found.serverMetadata()).toMatchObject({ issuer, token_endpoint: `${issuer}/oauth2/token` });
    const places = {
      oauth2: '/.well-known/oauth-authorization-server/castellan',
      oidc: '/castellan/.well-known/openid-configuration',
    };
    expect(asked).toEqual([places[algorithm]]);
  });
});
