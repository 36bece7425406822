import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { addApplication, redirectUri } from '#e2e/support/applications.ts';
import { createOpenIdService } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { send } from '#e2e/support/transports.ts';

const server = perFile(() => createOpenIdService());
beforeAll(async () => {
  const { tenantId } = server.seed.own.owner;
  const { write } = server.app.context.db;
  await addApplication(write, 'app_wiki', tenantId);
  await addApplication(write, 'app_native', tenantId, {
    kind: 'native',
    redirect_uris: 'http://127.0.0.1/callback com.example.app:/callback',
  });
});

const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
const asked = {
  client_id: 'app_wiki',
  response_type: 'code',
  scope: 'openid',
  redirect_uri: redirectUri,
  ...challenge,
};
/** Where an authorization request leads, or the status of a refusal that leads nowhere. */
const ask = async (change: Record<string, string | undefined>): Promise<URL | number> => {
  const browser = await server.signedIn();
  const parameters = Object.entries({ ...asked, ...change }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const answer = await browser.ask('GET', `/oauth2/authorize?${new URLSearchParams(parameters)}`);
  const location = answer.headers.get('location');
  return location === null ? answer.status : new URL(location, 'https://castellan.example');
};

describe('an authorization request', () => {
  it.each([
    'https://evil.example/callback',
    'https://app.example/callback/',
    'https://app.example/callback?more=1',
    'https://app.example/callback#part',
    'https://app.example/../callback',
    'https://app.example@evil.example/callback',
    'https://APP.example/callback',
    'https://app.example:443/callback',
    'http://app.example/callback',
    'javascript:alert(1)',
    '',
  ])('leads nowhere if its redirect URI is %j', async (redirect_uri) => {
    expect(await ask({ redirect_uri })).toBe(400);
  });

  it('leads nowhere for an application that there is not', async () => {
    expect(await ask({ client_id: 'app_none' })).toBe(400);
  });

  it.each([
    ['PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['a hash in PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['the flow with codes', { response_type: 'id_token token', nonce: 'x' }, 'unsupported_response_type'],
    ['tokens out of the address', { response_type: 'none' }, 'unsupported_response_type'],
    ['a request that it brings along', { request: 'e30.e30.' }, 'request_not_supported'],
    ['a request from elsewhere', { request_uri: 'https://evil.example/' }, undefined],
  ])('is refused without %s', async (_name, change, error) => {
    const answer = await ask(change);
    if (typeof answer === 'number') expect([answer, error]).toEqual([400, undefined]);
    else {
      expect(answer.href.startsWith(`${redirectUri}`)).toBe(true);
      expect(answer.href).not.toMatch(/access_token|id_token=|code=/);
      const told = new URLSearchParams(answer.search || answer.hash.slice(1)).get('error');
      expect(told).toBe(error ?? told);
    }
  });

  it('leads a program back at any port of its computer, and to no other address (RFC 8252)', async () => {
    const native = (redirect_uri: string) => ask({ client_id: 'app_native', redirect_uri });
    for (const uri of ['http://127.0.0.1:53124/callback', 'http://127.0.0.1/callback', 'com.example.app:/callback'])
      expect(String(await native(uri))).toContain('/oauth2/interaction/');
    for (const uri of ['http://127.0.0.1:53124/other', 'http://evil.example:53124/callback', 'com.example.app:/other'])
      expect(await native(uri)).toBe(400);
  });

  it('is answered with the issuer, against mix-ups (RFC 9207)', async () => {
    const config = await server.discover('app_wiki');
    const { back } = await server.signInTo(await server.signedIn(), config, 'openid');
    expect(back.searchParams.get('iss')).toBe('https://castellan.example');
  });
});

describe('consent', () => {
  it('counts from our own page alone, in the browser that was asked', async () => {
    const page = String(await ask({}));
    const path = `${new URL(page).pathname}/go-on`;
    const browser = await server.signedIn();
    const begun = await browser.open(`https://castellan.example/oauth2/authorize?${new URLSearchParams(asked)}`);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const headers of [{ cookie, origin: 'https://evil.example' }, { cookie, origin: 'null' }, { cookie }]) {
      const { status } = await send(server.app.address, 'POST', `${new URL(begun).pathname}/go-on`, { headers });
      expect(status).toBe(403);
    }
    // Another browser has begun this one.
    expect((await browser.ask('POST', path)).status).toBe(404);
  });
});

describe('a token request', () => {
  it('is refused with the code of another application, and the code stays good for its own', async () => {
    const { tenantId } = server.seed.own.owner;
    await addApplication(server.app.context.db.write, 'app_thief', tenantId);
    const config = await server.discover('app_wiki');
    const thief = await server.discover('app_thief');
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const { back } = await server.authorize(await server.signedIn(), url);
    const checks = { pkceCodeVerifier: verifier };
    await expect(client.authorizationCodeGrant(thief, back, checks)).rejects.toMatchObject({ error: 'invalid_grant' });
    const tokens = await client.authorizationCodeGrant(config, back, checks);
    expect((await client.tokenIntrospection(thief, tokens.access_token)).active).toBe(false);
    await client.tokenRevocation(thief, tokens.access_token);
    expect((await client.tokenIntrospection(config, tokens.access_token)).active).toBe(true);
  });

  it('is refused without the secret, and with one in the address', async () => {
    const body = new URLSearchParams({ grant_type: 'authorization_code', code: 'x', client_id: 'app_wiki' });
    const to = async (path: string) => (await fetch(`${server.app.address}${path}`, { method: 'POST', body })).status;
    expect(await to('/oauth2/token')).toBe(401);
    expect(await to(`/oauth2/token?client_secret=${encodeURIComponent('a secret of app_wiki')}`)).toBe(401);
  });
});

describe('a request that no application sends', () => {
  const values = ['\0', '', ' ', '"', '%', '\ud800', '..', 'a'.repeat(5_000), '{}', '[', '-1', '1e999', 'e30.e30.e30'];
  const names = [
    ...['client_id', 'redirect_uri', 'scope', 'state', 'nonce', 'response_type', 'response_mode', 'prompt', 'max_age'],
    ...[
      'id_token_hint',
      'login_hint',
      'acr_values',
      'claims',
      'ui_locales',
      'code_challenge',
      'request_uri',
      'resource',
    ],
  ];

  it.each(names)('at authorize has no failure of ours as its answer, whatever %s is', async (name) => {
    for (const value of values) {
      const answer = await ask({ [name]: value });
      const error = typeof answer === 'number' ? answer : (answer.searchParams.get('error') ?? 'none');
      expect([name, value, error]).not.toContain('server_error');
      if (typeof answer === 'number') expect(answer).toBeLessThan(500);
    }
  });

  const basic = `Basic ${Buffer.from('app_wiki:a secret of app_wiki').toString('base64')}`;
  const forms: Record<string, readonly string[]> = {
    token: [
      'grant_type',
      'code',
      'refresh_token',
      'redirect_uri',
      'code_verifier',
      'device_code',
      'scope',
      'client_id',
    ],
    introspect: ['token', 'token_type_hint', 'client_id'],
    revoke: ['token', 'token_type_hint', 'client_id', 'client_secret'],
    userinfo: ['access_token', 'scope'],
    par: ['client_id', 'redirect_uri', 'scope', 'code_challenge', 'request_uri'],
    device_authorization: ['client_id', 'scope'],
    logout: ['client_id', 'id_token_hint', 'post_logout_redirect_uri', 'state'],
  };
  it.each(Object.entries(forms))('at %s has none either', async (endpoint, parameters) => {
    const post = async (body: string | URLSearchParams, headers: Record<string, string>): Promise<number> => {
      const url = `${server.app.address}/oauth2/${endpoint}`;
      return (await fetch(url, { method: 'POST', body, headers, redirect: 'manual' })).status;
    };
    const form = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' };
    for (const name of parameters) {
      for (const value of values) {
        for (const grant_type of ['authorization_code', 'refresh_token']) {
          const body = new URLSearchParams({ grant_type, [name]: value });
          expect([endpoint, name, value, await post(body, form)].at(-1)).toBeLessThan(500);
        }
      }
      expect(await post(`${name}=1&${name}=2`, form)).toBeLessThan(500);
    }
    expect(await post('{"a":', { authorization: basic, 'content-type': 'application/json' })).toBeLessThan(500);
    expect(await post('x'.repeat(100_000), form)).toBeLessThan(500);
    expect(await post('a=b', { ...form, authorization: 'Basic %%%' })).toBeLessThan(500);
    expect(
      await post('a=b', { ...form, authorization: `Basic ${Buffer.from('\0:\0').toString('base64')}` }),
    ).toBeLessThan(500);
  });
});
