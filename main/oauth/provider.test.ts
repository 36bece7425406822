import { rm } from 'node:fs/promises';
import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { addApplication, redirectUri, secretOf } from '#e2e/support/applications.ts';
import { createFakeClock } from '#e2e/support/fake-clock.ts';
import { newTestFolder } from '#e2e/support/new-data-folder.ts';
import { noNetwork } from '#e2e/support/no-network.ts';
import { createOpenIdBrowser, type OpenIdBrowser } from '#e2e/support/openid-browser.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { testConfig, testPassword, testPasswords } from '#e2e/support/test-service.ts';
import { callTrpc, send } from '#e2e/support/transports.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { startApp } from '../app/app.ts';
import { createLogger } from '../platform/logger.ts';
import { tablesOf } from '../storage/database/tables.ts';

const publicUrl = 'https://castellan.example';
const flags = { 'rate-limits': 'off', 'public-url': publicUrl };

const start = async () => {
  const place = await newTestFolder('castellan-oauth-');
  const config = { ...testConfig(place.dataDir, flags), databaseServer: place.server };
  const clock = createFakeClock();
  const app = await startApp(config, {
    clock,
    log: createLogger('silent'),
    provider: noNetwork,
    ...testPasswords(flags),
  });
  return {
    app,
    clock,
    async close() {
      await app.stop();
      await place.remove();
      await rm(place.dataDir, { recursive: true, force: true });
    },
  };
};
const server = perFile(start);
const seed = perFile(async () => createSeedData(server.app.context, await hashSeedPassword(server.app.context)));

/** The requests of the application itself reach the server where it listens. */
const direct: client.CustomFetch = (url, options) =>
  fetch(url.replace(publicUrl, server.app.address), options as RequestInit);
const discover = (id: string) =>
  client.discovery(new URL(publicUrl), id, { client_secret: secretOf(id) }, client.ClientSecretBasic(secretOf(id)), {
    [client.customFetch]: direct,
  });

beforeAll(async () => {
  await addApplication(server.app.context.db.write, 'app_wiki', seed.own.owner.tenantId);
});

const signedIn = async (email = seed.own.owner.email): Promise<OpenIdBrowser & { token: string }> => {
  const browser = createOpenIdBrowser(publicUrl, server.app.address);
  const answer = await callTrpc(
    server.app.address,
    contract.auth.login,
    { email, password: testPassword },
    {
      headers: { origin: publicUrl },
    },
  );
  const [name = '', value = ''] = (answer.headers.get('set-cookie') ?? '').split(';')[0]?.split('=') ?? [];
  browser.cookies.set(name, value);
  return { ...browser, token: (answer.body as { access_token: string }).access_token };
};

/** Goes through what a person is asked, until the browser is sent back to the application. */
const authorize = async (browser: OpenIdBrowser, url: URL): Promise<URL> => {
  let next = await browser.open(url.href);
  for (let steps = 0; next.includes('/interaction/') && steps < 4; steps += 1) {
    const answer = await browser.ask('POST', `${next}/go-on`);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    next = await browser.open((answer.body as { location: string }).location);
  }
  return new URL(next);
};

const signIn = async (browser: OpenIdBrowser, config: client.Configuration, scope = 'openid email profile groups') => {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(scope.includes('offline_access') && { prompt: 'consent' }),
  });
  const back = await authorize(browser, url);
  const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true };
  return { back, tokens: await client.authorizationCodeGrant(config, back, checks) };
};

describe('an application', () => {
  it('discovers the provider below the issuer, without implicit flows', async () => {
    const metadata = (await discover('app_wiki')).serverMetadata();
    expect(metadata).toMatchObject({
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/oauth2/authorize`,
      token_endpoint: `${publicUrl}/oauth2/token`,
      jwks_uri: `${publicUrl}/oauth2/jwks`,
      response_types_supported: ['code'],
    });
    expect(JSON.stringify(metadata.id_token_signing_alg_values_supported)).not.toContain('HS');
  });

  it('signs someone in, refreshes, and asks who they are', async () => {
    const config = await discover('app_wiki');
    const browser = await signedIn();
    const { back, tokens } = await signIn(browser, config, 'openid email profile groups offline_access');
    expect(back.href).toContain(`${redirectUri}?code=`);
    const claims = tokens.claims();
    expect(claims).toMatchObject({ iss: publicUrl, aud: 'app_wiki', sub: seed.own.owner.id });
    const info = await client.fetchUserInfo(config, tokens.access_token, seed.own.owner.id);
    expect(info).toMatchObject({ email: seed.own.owner.email, groups: ['owner'] });
    const again = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(again.refresh_token).not.toBe(tokens.refresh_token);
    expect((await client.tokenIntrospection(config, again.access_token)).active).toBe(true);
    await client.tokenRevocation(config, again.refresh_token ?? '');
    await expect(client.refreshTokenGrant(config, again.refresh_token ?? '')).rejects.toThrow();
  });

  it('stores nothing that it was given', async () => {
    const config = await discover('app_wiki');
    const browser = await signedIn();
    const { back, tokens } = await signIn(browser, config, 'openid offline_access');
    const stored = JSON.stringify(
      await tablesOf(server.app.context.db.read).selectFrom('oauth_records').selectAll().execute(),
    );
    for (const value of [
      tokens.access_token,
      tokens.refresh_token,
      back.searchParams.get('code'),
      ...browser.cookies.values(),
    ]) {
      expect(stored).not.toContain(value);
    }
  });
});

describe('someone', () => {
  it('who has signed out is asked to sign in again, and tokens bound to the session end', async () => {
    const config = await discover('app_wiki');
    const browser = await signedIn();
    const { tokens } = await signIn(browser, config);
    await callTrpc(server.app.address, contract.auth.logout, {}, { token: browser.token });
    await expect(client.fetchUserInfo(config, tokens.access_token, seed.own.owner.id)).rejects.toThrow();
    await expect(signIn(browser, config)).rejects.toThrow(/UNAUTHENTICATED/);
  });

  it('who signs out, or may not act anymore, ends what was granted for longer, and being idle does not', async () => {
    const config = await discover('app_wiki');
    const lasting = async (email?: string) => {
      const browser = await signedIn(email);
      const { tokens } = await signIn(browser, config, 'openid offline_access');
      return { browser, refresh: tokens.refresh_token ?? '', access: tokens.access_token };
    };
    const idle = await lasting();
    server.clock.advance(31 * minute);
    const { refresh_token: next = '' } = await client.refreshTokenGrant(config, idle.refresh);
    await expect(signIn(idle.browser, config)).rejects.toThrow(/UNAUTHENTICATED/);
    const left = await lasting();
    await callTrpc(server.app.address, contract.auth.logout, {}, { token: left.browser.token });
    await expect(client.refreshTokenGrant(config, left.refresh)).rejects.toThrow();
    await expect(client.fetchUserInfo(config, left.access, client.skipSubjectCheck)).rejects.toThrow();
    const disabled = await lasting(seed.own.admin.email);
    const { tenantId, id: user_id } = seed.own.admin;
    const owner = await signedIn();
    const input = { tenant_id: tenantId, user_id };
    await callTrpc(server.app.address, contract.team.disableMember, input, { token: owner.token });
    await expect(client.refreshTokenGrant(config, disabled.refresh)).rejects.toThrow();
    expect((await client.tokenIntrospection(config, disabled.access)).active).toBe(false);
    // What lapsed by itself goes on, until it expires by our clock.
    const { refresh_token: last = '' } = await client.refreshTokenGrant(config, next);
    server.clock.advance(31 * day);
    await expect(client.refreshTokenGrant(config, last)).rejects.toThrow();
  });

  it('who signs in in the same browser is never taken for the one before', async () => {
    const config = await discover('app_wiki');
    const ann = await signedIn();
    await signIn(ann, config);
    const bob = await signedIn(seed.own.member.email);
    for (const [name, value] of bob.cookies) ann.cookies.set(name, value);
    const { tokens } = await signIn(ann, config);
    expect(tokens.claims()?.sub).toBe(seed.own.member.id);
  });

  it('of another organization gets no tokens', async () => {
    const config = await discover('app_wiki');
    await expect(signIn(await signedIn(seed.foreign.owner.email), config)).rejects.toThrow();
  });
});

describe('a code or a refresh token', () => {
  it('is exchanged once, also by two at the same time', async () => {
    const config = await discover('app_wiki');
    const browser = await signedIn();
    const { tokens } = await signIn(browser, config, 'openid offline_access');
    const tries = await Promise.allSettled(
      [1, 2, 3, 4].map(() => client.refreshTokenGrant(config, tokens.refresh_token ?? '')),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
  });

  it('takes the secret of the application', async () => {
    const wrong = await client.discovery(new URL(publicUrl), 'app_wiki', undefined, client.ClientSecretBasic('wrong'), {
      [client.customFetch]: direct,
    });
    const { status } = await send(server.app.address, 'GET', '/oauth2/jwks');
    expect(status).toBe(200);
    await expect(signIn(await signedIn(), wrong)).rejects.toThrow();
  });
});
