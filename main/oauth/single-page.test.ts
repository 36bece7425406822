import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { addApplication } from '#e2e/support/applications.ts';
import { createOpenIdService, publicUrl } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { send } from '#e2e/support/transports.ts';

const page = 'https://app.example';
const server = perFile(() => createOpenIdService());
beforeAll(async () => {
  const { tenantId } = server.seed.own.owner;
  const { write } = server.app.context.db;
  await addApplication(write, 'app_spa', tenantId, { kind: 'single_page' });
  await addApplication(write, 'app_other', tenantId, {
    kind: 'single_page',
    redirect_uris: 'https://other.example/callback https://app.example.evil/callback',
  });
  await addApplication(write, 'app_web', tenantId, { redirect_uris: 'https://web.example/callback' });
});

const crossSite = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
const ask = async (method: 'GET' | 'POST' | 'OPTIONS', path: string, headers: Record<string, string>) => {
  const answer = await send(server.app.address, method, path, { headers: { ...crossSite, ...headers } });
  return { status: answer.status, allowed: answer.headers.get('access-control-allow-origin') };
};
const preflight = (path: string, origin: string) =>
  ask('OPTIONS', path, {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  });

describe('pages of any origin', () => {
  it.each(['/oauth2/jwks', '/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'])(
    'may read %s',
    async (path) => {
      const { status, allowed } = await ask('GET', path, { origin: 'https://anyone.example' });
      expect(status).toBe(200);
      expect(['*', 'https://anyone.example']).toContain(allowed);
    },
  );

  it.each([
    '/oauth2/authorize',
    '/oauth2/introspect',
    '/oauth2/par',
    '/oauth2/session',
    '/oauth2/logout',
    '/api/v1/users/me',
  ])('may not call %s', async (path) => {
    for (const method of ['GET', 'POST'] as const) expect((await ask(method, path, { origin: page })).status).toBe(403);
  });
});

describe.each(['/oauth2/token', '/oauth2/userinfo', '/oauth2/revoke'])('%s', (path) => {
  it('answers pages of single-page applications alone', async () => {
    expect(await preflight(path, page)).toEqual({ status: 204, allowed: page });
    for (const origin of [
      'https://evil.example',
      'https://web.example',
      'http://app.example',
      'null',
      'https://app.exampl',
    ])
      expect(await preflight(path, origin)).toEqual({ status: 403, allowed: null });
  });
});

it('a single-page application signs people in, and only its own pages get the tokens', async () => {
  const at =
    (origin: string): client.CustomFetch =>
    (url, options) =>
      fetch(url.replace(publicUrl, server.app.address), {
        ...(options as RequestInit),
        headers: { ...(options.headers as Record<string, string>), origin, ...crossSite },
      });
  const config = await server.discover('app_spa', client.None());
  config[client.customFetch] = at(page);
  const { tokens } = await server.signInTo(await server.signedIn(), config, 'openid email offline_access');
  const info = await client.fetchUserInfo(config, tokens.access_token, server.seed.own.owner.id);
  expect(info.email).toBe(server.seed.own.owner.email);
  config[client.customFetch] = at('https://other.example');
  await expect(client.fetchUserInfo(config, tokens.access_token, server.seed.own.owner.id)).rejects.toThrow();
  await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_request',
  });
  config[client.customFetch] = at(page);
  const { refresh_token = '' } = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  await client.tokenRevocation(config, refresh_token);
  await expect(client.refreshTokenGrant(config, refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
});
