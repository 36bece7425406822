import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { addApplication, redirectUri } from '#e2e/support/applications.ts';
import { createOpenIdService, publicUrl } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { callTrpc, send } from '#e2e/support/transports.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { hashSecret } from '../security/refresh-tokens.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { insertApplicationSecret } from '../storage/store/oauth/application-secrets.ts';

const server = perFile(() => createOpenIdService());
const own = () => server.seed.own;

beforeAll(async () => {
  await addApplication(server.app.context.db.write, 'app_wiki', own().owner.tenantId);
});

describe('an application', () => {
  it('discovers the provider below the issuer, without implicit flows', async () => {
    const metadata = (await server.discover('app_wiki')).serverMetadata();
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
    const config = await server.discover('app_wiki');
    const browser = await server.signedIn();
    const { back, tokens } = await server.signInTo(browser, config, 'openid email profile groups offline_access');
    expect(back.href).toContain(`${redirectUri}?code=`);
    const claims = tokens.claims();
    expect(claims).toMatchObject({ iss: publicUrl, aud: 'app_wiki', sub: own().owner.id, amr: ['pwd'] });
    expect(claims?.auth_time).toBe(Math.floor(server.clock.now() / 1000));
    expect(claims).not.toHaveProperty('acr');
    const info = await client.fetchUserInfo(config, tokens.access_token, own().owner.id);
    expect(info).toMatchObject({ email: own().owner.email, groups: ['role:owner'] });
    const again = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(again.refresh_token).not.toBe(tokens.refresh_token);
    expect((await client.tokenIntrospection(config, again.access_token)).active).toBe(true);
    await client.tokenRevocation(config, again.refresh_token ?? '');
    await expect(client.refreshTokenGrant(config, again.refresh_token ?? '')).rejects.toThrow();
  });

  it('may tell the service beforehand what it asks for, once', async () => {
    const config = await server.discover('app_wiki');
    const verifier = client.randomPKCECodeVerifier();
    const url = await client.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: redirectUri,
      scope: 'openid',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    const browser = await server.signedIn();
    const { back } = await server.authorize(browser, url);
    const tokens = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier });
    expect(tokens.claims()?.sub).toBe(own().owner.id);
    await expect(server.authorize(browser, url)).rejects.toThrow('invalid_request_uri');
  });

  it('stores nothing that it was given', async () => {
    const config = await server.discover('app_wiki');
    const browser = await server.signedIn();
    const { back, tokens } = await server.signInTo(browser, config, 'openid offline_access');
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
    const config = await server.discover('app_wiki');
    const browser = await server.signedIn();
    const { tokens } = await server.signInTo(browser, config);
    await callTrpc(server.app.address, contract.auth.logout, {}, { token: browser.token });
    await expect(client.fetchUserInfo(config, tokens.access_token, own().owner.id)).rejects.toThrow();
    await expect(server.signInTo(browser, config)).rejects.toThrow(/UNAUTHENTICATED/);
  });

  it('who signs out, or may not act anymore, ends what was granted for longer, and being idle does not', async () => {
    const config = await server.discover('app_wiki');
    const lasting = async (email?: string) => {
      const browser = await server.signedIn(email);
      const { tokens } = await server.signInTo(browser, config, 'openid offline_access');
      return { browser, refresh: tokens.refresh_token ?? '', access: tokens.access_token };
    };
    const idle = await lasting();
    server.clock.advance(31 * minute);
    const { refresh_token: next = '' } = await client.refreshTokenGrant(config, idle.refresh);
    await expect(server.signInTo(idle.browser, config)).rejects.toThrow(/UNAUTHENTICATED/);
    const left = await lasting();
    await callTrpc(server.app.address, contract.auth.logout, {}, { token: left.browser.token });
    await expect(client.refreshTokenGrant(config, left.refresh)).rejects.toThrow();
    await expect(client.fetchUserInfo(config, left.access, client.skipSubjectCheck)).rejects.toThrow();
    const disabled = await lasting(own().admin.email);
    const { tenantId, id: user_id } = own().admin;
    const owner = await server.signedIn();
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
    const config = await server.discover('app_wiki');
    const ann = await server.signedIn();
    await server.signInTo(ann, config);
    const bob = await server.signedIn(own().member.email);
    for (const [name, value] of bob.cookies) ann.cookies.set(name, value);
    const { tokens } = await server.signInTo(ann, config);
    expect(tokens.claims()?.sub).toBe(own().member.id);
  });

  it('of another organization gets no tokens', async () => {
    const config = await server.discover('app_wiki');
    await expect(server.signInTo(await server.signedIn(server.seed.foreign.owner.email), config)).rejects.toThrow();
  });
});

describe('a client', () => {
  it('takes the secret of the application', async () => {
    const { status } = await send(server.app.address, 'GET', '/oauth2/jwks');
    expect(status).toBe(200);
    const wrong = await server.discover('app_wiki', client.ClientSecretBasic('wrong'));
    await expect(server.signInTo(await server.signedIn(), wrong)).rejects.toThrow();
  });

  it('takes each of several secrets until it expires, by our clock', async () => {
    const { db } = server.app.context;
    const secret = (id: string, expires_at: number) =>
      insertApplicationSecret(db.write, {
        id,
        application_id: 'app_wiki',
        secret_hash: hashSecret(id),
        created_at: 0,
        expires_at,
      });
    await secret('soon over', server.clock.now() + minute);
    const old = await server.discover('app_wiki', client.ClientSecretBasic('soon over'));
    await server.signInTo(await server.signedIn(), old);
    server.clock.advance(minute);
    await expect(server.signInTo(await server.signedIn(), old)).rejects.toMatchObject({ status: 401 });
    await server.signInTo(await server.signedIn(), await server.discover('app_wiki'));
  });

  it('is none if it protects a host behind a proxy', async () => {
    const { db } = server.app.context;
    await addApplication(db.write, 'app_proxied', own().owner.tenantId, { kind: 'proxied', host: 'files.example' });
    const config = await server.discover('app_proxied');
    await expect(server.signInTo(await server.signedIn(), config)).rejects.toThrow('400');
  });
});
