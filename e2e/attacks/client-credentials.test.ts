import { createHmac } from 'node:crypto';
import { type CryptoKey, exportSPKI, generateKeyPair, importJWK } from 'jose';
import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { addApplication, secretOf } from '#e2e/support/applications.ts';
import {
  createServiceClient,
  type Forged,
  judge,
  refusedWith,
  signClientToken,
} from '#e2e/support/client-credentials.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createOpenIdService, publicUrl } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { callHttp, send } from '#e2e/support/transports.ts';
import { privateJwks, publicJwks } from '#main/security/signing-keys.ts';
import { runOperation } from '#main/service-commands/run-operation.ts';
import { contract } from '#shared/contract/index.ts';
import { second } from '#shared/rules/limits.ts';

const server = perFile(() => createOpenIdService());
const { serviceAccounts } = contract;
const whoAmI = (token: string) => judge(server.app.address, token);
type ServiceClient = Awaited<ReturnType<typeof createServiceClient>>;
let robot: ServiceClient;
let other: ServiceClient;

beforeAll(async () => {
  robot = await createServiceClient(server);
  other = await createServiceClient(server);
  await addApplication(server.app.context.db.write, 'app_wiki', server.seed.own.owner.tenantId);
  // From here on there are keys.
  await robot.token();
});

const context = () => server.app.context;
const now = () => Math.floor(server.clock.now() / second);
const forge = (forged: Forged) =>
  signClientToken(context(), { accountId: robot.of.account_id, keyId: robot.keyId, scope: 'team.read' }, forged);
const published = (alg: string) => publicJwks(context().keys.all).find((jwk) => jwk.alg === alg);
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with these parts, and a signature over them. */
const assemble = (header: object, claims: object, sign: (signed: string) => string) => {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${sign(signed)}`;
};
const hmac = (secret: string | Uint8Array) => (signed: string) =>
  createHmac('sha256', secret).update(signed).digest('base64url');
const partsOf = (token: string): [Record<string, unknown>, Record<string, unknown>, string] => {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  return [read(header), read(claims), signature];
};

it('a token that is forged in no way is taken: what follows fails for what is said', async () => {
  expect(await whoAmI(await forge({}))).toEqual(['team.read']);
});

describe('a token of a service account is refused', () => {
  const claims: [string, Record<string, unknown>][] = [
    ['of another issuer', { iss: 'https://other.example' }],
    ['of an issuer that begins like ours', { iss: `${publicUrl}.evil.example` }],
    ['without an issuer', { iss: undefined }],
    ['for another audience', { aud: publicUrl }],
    ['for an application', { aud: 'app_wiki' }],
    ['for several audiences', { aud: [`${publicUrl}/api/v1`, 'https://other.example'] }],
    ['without an audience', { aud: undefined }],
    ['of another client', { client_id: 'svc_other' }],
    ['for a person', { sub: 'user_x', client_id: 'user_x' }],
    ['that names no secret', { key_id: undefined }],
    ['that names a secret which there is not', { key_id: 'key_x' }],
    ['that is issued in the future', { iat: 4_000_000_000, exp: 4_000_000_600 }],
  ];
  it.each(claims)('%s', async (_name, changed) => {
    expect(await whoAmI(await forge({ claims: changed }))).toBe('TOKEN_INVALID');
  });

  it('that lasts too long, or has expired by our clock', async () => {
    expect(await whoAmI(await forge({ claims: { exp: now() + 86_400 } }))).toBe('TOKEN_INVALID');
    expect(await whoAmI(await forge({ claims: { iat: now() - 600, exp: now() } }))).toBe('TOKEN_EXPIRED');
  });

  it('that names the secret of another account, or an API key', async () => {
    expect(await whoAmI(await forge({ claims: { key_id: other.keyId } }))).toBe('TOKEN_INVALID');
    const { service_account_key } = await robot.addKey('api_key');
    expect(await whoAmI(await forge({ claims: { key_id: service_account_key.key_id } }))).toBe('TOKEN_INVALID');
  });

  it('with another type', async () => {
    for (const typ of ['JWT', 'logout+jwt', undefined])
      expect(await whoAmI(await forge({ header: { typ } }))).toBe('TOKEN_INVALID');
  });

  it('signed with a key that is not ours, wherever its header says that the key is', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await crypto.subtle.exportKey('jwk', publicKey);
    for (const header of [{}, { jwk }, { jku: 'https://evil.example/jwks' }, { kid: 'unknown' }, { kid: undefined }])
      expect(await whoAmI(await forge({ header, key: privateKey }))).toBe('TOKEN_INVALID');
  });

  it('with another algorithm: none, RS256 with our key, or HS256 with what is published as its secret', async () => {
    const [header, payload] = partsOf(await forge({}));
    const rsa = privateJwks(context().keys.all).find(({ alg }) => alg === 'RS256');
    const es256 = published('ES256');
    const rs256 = (await importJWK(rsa ?? {}, 'RS256')) as CryptoKey;
    const spki = await exportSPKI((await importJWK(es256 ?? {}, 'ES256')) as CryptoKey);
    const none = assemble({ ...header, alg: 'none' }, payload, () => '');
    const byRsa = await forge({ header: { alg: 'RS256', kid: rsa?.kid }, key: rs256 });
    const confused = [spki, JSON.stringify(es256), String(es256?.x)].flatMap((secret) =>
      [
        { ...header, alg: 'HS256' },
        { ...header, alg: 'HS256', sid: 'x' },
      ].map((each) => assemble(each, payload, hmac(secret))),
    );
    for (const token of [none, byRsa, ...confused]) expect(await whoAmI(token)).toBe('TOKEN_INVALID');
  });
});

describe('tokens of sessions and of service accounts', () => {
  it('are never taken for each other', async () => {
    const { token } = await server.signedIn();
    const [header, claims, signature] = partsOf(token);
    const [ours, payload] = partsOf(await forge({}));
    const { current } = context().keys;
    const bySecret = hmac(current.derive('access-token'));
    const swapped = [
      // What a session was given, as if it were signed the other way.
      assemble({ ...header, alg: 'ES256', kid: ours.kid }, claims, () => signature),
      await forge({ claims: { ...claims, key_id: undefined }, header: { sid: header.sid } }),
      // What a service account is given, signed with the secret of sessions.
      assemble({ ...header }, payload, bySecret),
      assemble({ ...ours, kid: current.kid }, payload, bySecret),
    ];
    for (const each of swapped) expect(await whoAmI(each)).toBe('TOKEN_INVALID');
    // Neither with all that each of them asks for.
    const both = assemble(header, { ...claims, ...payload }, bySecret);
    expect(await whoAmI(both)).toBe('TOKEN_INVALID');
  });

  it('those that sign people in to applications open nothing', async () => {
    const config = await server.discover('app_wiki');
    const { tokens } = await server.signInTo(await server.signedIn(), config);
    for (const token of [tokens.id_token ?? '', tokens.access_token]) expect(await whoAmI(token)).toBe('TOKEN_INVALID');
  });

  it('a service account follows nothing live, and signs nobody out, as with its keys', async () => {
    const { key } = await robot.addKey('api_key');
    const token = await robot.token();
    await failsWith(context().callers.watch(token), 'API_KEY_REFUSED');
    const answers = [];
    for (const each of [token, key])
      answers.push((await callHttp(server.app.address, contract.auth.logout, {}, { token: each })).problem?.code);
    expect(answers).toEqual(['SERVICE_ACCOUNT_REFUSED', 'SERVICE_ACCOUNT_REFUSED']);
  });
});

describe('a client secret', () => {
  it('is no API key, and an API key no client secret', async () => {
    expect(await whoAmI(robot.secret)).toBe('TOKEN_INVALID');
    const { key } = await robot.addKey('api_key');
    for (const wrong of [key, `${robot.secret}x`, other.secret, secretOf('app_wiki'), await robot.token()])
      expect(await refusedWith(robot.token({}, client.ClientSecretBasic(wrong)))).toBe('invalid_client');
    const applicationSecret = client.ClientSecretBasic(robot.secret);
    const asWiki = server
      .discover('app_wiki', applicationSecret)
      .then((config) => client.clientCredentialsGrant(config));
    expect(await refusedWith(asWiki)).toBe('invalid_client');
  });

  it('gives an application nothing, and lets a service account sign nobody in', async () => {
    const wiki = await server.discover('app_wiki');
    expect(await refusedWith(client.clientCredentialsGrant(wiki))).toBe('invalid_request');
    const { account_id: client_id } = robot.of;
    const basic = `Basic ${Buffer.from(`${client_id}:${robot.secret}`).toString('base64')}`;
    const post = async (endpoint: string, body: Record<string, string>) => {
      const response = await fetch(`${server.app.address}/oauth2/${endpoint}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(body),
      });
      return { status: response.status, text: await response.text() };
    };
    const asked = {
      ...{ client_id, response_type: 'code', scope: 'openid', redirect_uri: 'https://app.example/callback' },
      ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
    };
    const answers = [
      await post('par', asked),
      await post('device_authorization', { client_id, scope: 'openid' }),
      await post('token', { grant_type: 'authorization_code', code: 'x', code_verifier: 'x'.repeat(43) }),
      await post('token', { grant_type: 'refresh_token', refresh_token: 'x' }),
      await post('token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' }),
      await send(server.app.address, 'GET', `/oauth2/authorize?${new URLSearchParams(asked)}`),
      await send(server.app.address, 'GET', '/oauth2/userinfo', { token: await robot.token() }),
    ];
    for (const { status, text } of answers) {
      expect([400, 401]).toContain(status);
      expect(text).not.toMatch(/access_token|request_uri|device_code"/);
    }
    // Whoever it is for verifies it, and nobody else is told anything about it.
    const introspected = await post('introspect', { token: await robot.token() });
    expect(JSON.parse(introspected.text)).toMatchObject({ error: 'unsupported_token_type' });
  });

  it.each<[string, (robot: ServiceClient) => Promise<unknown>]>([
    ['it is revoked', ({ of, keyId, call }) => call(serviceAccounts.revokeServiceAccountKey, { ...of, key_id: keyId })],
    [
      'it is rolled at once',
      ({ of, keyId, call }) =>
        call(serviceAccounts.rollServiceAccountKey, {
          ...{ ...of, key_id: keyId, overlap_hours: 0, password: testPassword },
        }),
    ],
    ['its account is disabled', ({ of, call }) => call(serviceAccounts.disableServiceAccount, of)],
    ['its account is deleted', ({ of, call }) => call(serviceAccounts.deleteServiceAccount, of)],
  ])('opens nothing anymore once %s, nor does what was given for it', async (_name, end) => {
    const robot = await createServiceClient(server);
    const issued = await robot.token();
    expect(await whoAmI(issued)).toHaveLength(2);
    await end(robot);
    expect(await whoAmI(issued)).toBe('TOKEN_INVALID');
    expect(await refusedWith(robot.token())).toBe('invalid_client');
  });

  it('works from the addresses of its account alone', async () => {
    const robot = await createServiceClient(server);
    const issued = await robot.token();
    const { updateServiceAccount } = serviceAccounts;
    await robot.call(updateServiceAccount, { ...robot.of, addresses: ['203.0.113.7'], password: testPassword });
    expect(await refusedWith(robot.token())).toBe('unauthorized_client');
    expect(await whoAmI(issued)).toBe('ADDRESS_NOT_ALLOWED');
    const { events } = await robot.call(contract.audit.listAuditEvents, {
      ...{ tenant_id: robot.of.tenant_id, action: 'refuseServiceAddress' },
    });
    expect(events.filter(({ actor_id }) => actor_id === robot.of.account_id)).toHaveLength(1);
  });
});

describe('the scopes of a token', () => {
  it('are never more than were asked for, nor than the account has now', async () => {
    const robot = await createServiceClient(server);
    const [narrow, wide] = [await robot.token({ scope: 'team.read' }), await robot.token()];
    const give = (scopes: ('team.read' | 'audit.read' | 'team.manage')[], role?: 'member') =>
      robot.call(serviceAccounts.updateServiceAccount, {
        ...{ ...robot.of, scopes, password: testPassword, ...(role && { role }) },
      });
    await give(['team.read', 'audit.read', 'team.manage']);
    expect([await whoAmI(narrow), await whoAmI(wide)]).toEqual([['team.read'], ['team.read', 'audit.read']]);
    // Also in a transaction, which reads the caller again.
    const { callers, db } = context();
    const sender = { ip: '127.0.0.1', background: false };
    const caller = await callers.identify(narrow, sender);
    const reloaded = await db.transaction({}, (tx) => callers.reload(tx, caller, sender));
    expect(reloaded.key?.scopes).toEqual(['team.read']);
    await give(['team.read'], 'member');
    expect([await whoAmI(narrow), await whoAmI(wide)]).toEqual([['team.read'], ['team.read']]);
    const log = { tenant_id: robot.of.tenant_id };
    const { problem } = await callHttp(server.app.address, contract.audit.listAuditEvents, log, { token: wide });
    expect(problem?.code).toBe('SCOPE_REQUIRED');
  });
});

it('once the key that signed it is retired, a token that was accepted before is refused', async () => {
  const issued = await robot.token();
  expect(await whoAmI(issued)).toHaveLength(2);
  const { keys } = context();
  const { kid } = keys.current;
  const none = { emit: async () => {}, body: (async function* () {})() };
  await runOperation(context(), 'keys rotate', { signing: true }, none);
  expect(await whoAmI(issued)).toHaveLength(2);
  await keys.retire(kid, server.clock.now());
  expect(await whoAmI(issued)).toBe('TOKEN_INVALID');
  expect(await whoAmI(await robot.token())).toHaveLength(2);
});
