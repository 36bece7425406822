import { createRemoteJWKSet, customFetch, decodeProtectedHeader, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import { createServiceClient, judge, refusedWith } from '#e2e/support/client-credentials.ts';
import { createOpenIdService, publicUrl } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { hour, lifetimesMs, second } from '#shared/rules/limits.ts';

const server = perFile(() => createOpenIdService());
const { serviceAccounts } = contract;
const whoAmI = (token: string) => judge(server.app.address, token);

describe('a program with a client secret', () => {
  it('gets an access token that any resource server can verify (RFC 9068), and calls the API with it', async () => {
    const { of, token, keyId } = await createServiceClient(server);
    const issued = await token();
    const toServer = (url: string, options: RequestInit) => fetch(url.replace(publicUrl, server.app.address), options);
    const keys = createRemoteJWKSet(new URL(`${publicUrl}/oauth2/jwks`), { [customFetch]: toServer as never });
    const { payload } = await jwtVerify(issued, keys, {
      issuer: publicUrl,
      audience: `${publicUrl}/api/v1`,
      typ: 'at+jwt',
      algorithms: ['ES256'],
      currentDate: new Date(server.clock.now()),
      requiredClaims: ['jti', 'exp', 'iat'],
    });
    expect(payload).toMatchObject({ sub: of.account_id, client_id: of.account_id, scope: 'team.read audit.read' });
    expect(payload).toMatchObject({ key_id: keyId, iat: server.clock.now() / second });
    expect(decodeProtectedHeader(issued).alg).toBe('ES256');
    expect(await whoAmI(issued)).toEqual(['team.read', 'audit.read']);
  });

  it('says which scopes it wants, and for what: the API alone (RFC 8707)', async () => {
    const { discover, token } = await createServiceClient(server);
    const config = await discover();
    const asked = { scope: 'team.read', resource: `${publicUrl}/api/v1` };
    const answer = await client.clientCredentialsGrant(config, asked);
    expect(answer).toMatchObject({ scope: 'team.read', expires_in: lifetimesMs.clientToken / second });
    expect(answer).not.toHaveProperty('refresh_token');
    expect(await whoAmI(answer.access_token)).toEqual(['team.read']);
    for (const [parameters, error] of [
      [{ scope: 'team.read team.manage' }, 'invalid_scope'],
      [{ scope: 'openid' }, 'invalid_scope'],
      [{ resource: `${publicUrl}/api/v2` }, 'invalid_target'],
      [{ resource: 'https://other.example/api/v1' }, 'invalid_target'],
    ] as const)
      expect(await refusedWith(token(parameters))).toBe(error);
  });

  it('sends it in the header or in the body, and works with both secrets while one is rolled', async () => {
    const { of, call, keyId, secret, token } = await createServiceClient(server);
    expect(await whoAmI(await token({}, client.ClientSecretPost(secret)))).toHaveLength(2);
    const roll = { ...of, key_id: keyId, overlap_hours: 1, password: testPassword };
    const rolled = await call(serviceAccounts.rollServiceAccountKey, roll);
    expect(rolled.service_account_key.kind).toBe('client_secret');
    const old = await token();
    const next = client.ClientSecretBasic(rolled.key);
    expect(await whoAmI(await token({}, next))).toHaveLength(2);
    server.clock.advance(hour - lifetimesMs.clientToken / 3);
    const late = await token();
    expect([await whoAmI(old), await whoAmI(late)]).toEqual(['TOKEN_EXPIRED', ['team.read', 'audit.read']]);
    server.clock.advance(lifetimesMs.clientToken / 3);
    // The secret is over, and with it what was given for it.
    expect(await refusedWith(token())).toBe('invalid_client');
    expect(await whoAmI(late)).toBe('TOKEN_EXPIRED');
    expect(await whoAmI(await token({}, next))).toHaveLength(2);
  });

  it('is seen in the list of its credentials with its last use', async () => {
    const { of, call, addKey, keyId, token } = await createServiceClient(server);
    await addKey('api_key');
    await token();
    await server.flush();
    const { keys } = await call(serviceAccounts.listServiceAccountKeys, of);
    const shown = keys.map(({ kind, last_used }) => [kind, last_used !== null]);
    expect(shown.sort()).toEqual([
      ['api_key', false],
      ['client_secret', true],
    ]);
    expect(keys.find(({ key_id }) => key_id === keyId)?.prefix).toMatch(/^castellan_secret_[\w-]{6}$/);
  });
});

it('an installation without an https public URL makes no client secrets', async () => {
  const { addKey } = await createServiceClient(server);
  const reach = (isPublicHttps: boolean) => {
    for (const { context } of server.instances) Object.assign(context.config, { isPublicHttps });
  };
  reach(false);
  await expect(addKey('client_secret')).rejects.toThrow('CLIENT_SECRETS_NEED_HTTPS');
  await addKey('api_key');
  reach(true);
});
