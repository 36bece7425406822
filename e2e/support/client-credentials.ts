import { type CryptoKey, importJWK, type JWTPayload, SignJWT } from 'jose';
import * as client from 'openid-client';
import { audienceAt, issuerAt } from '#main/security/client-tokens.ts';
import { hashSecret } from '#main/security/refresh-tokens.ts';
import { privateJwks } from '#main/security/signing-keys.ts';
import type { SystemContext } from '#main/services/context.ts';
import { insertServiceAccountKey } from '#main/storage/store/service-accounts/service-account-keys.ts';
import { insertServiceAccount } from '#main/storage/store/service-accounts/service-accounts.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, OutputOf, RequestOf } from '#shared/contract/operation.ts';
import { second } from '#shared/rules/limits.ts';
import type { ServiceScope } from '#shared/rules/permissions.ts';
import type { OpenIdService } from './openid-service.ts';
import { type TestService, testPassword } from './test-service.ts';
import { callTrpc, send } from './transports.ts';

/** What a forged token says in its header, and what signs it. */
export interface Forged {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: CryptoKey | Uint8Array;
}

/** As if programs reached the server by https. With a public URL from the start, the first account would take a setup token. */
export const reachedByHttps = <App extends Pick<TestService, 'service'>>(app: App): App => {
  Object.assign(app.service.context.config, { isPublicHttps: true, publicUrl: 'https://castellan.example' });
  return app;
};

/** Makes keys that sign for other programs, without a provider. */
export const makeSigningKeys = async ({ keys, clock }: Pick<SystemContext, 'keys' | 'clock'>): Promise<void> => {
  if (!keys.current.signing) await keys.rotate(await keys.newEntry(clock.now(), { signing: true }));
};

/** An access token for a client secret, signed by the installation unless something else is said. */
export const signClientToken = async (
  { keys, clock, config }: Pick<SystemContext, 'keys' | 'clock' | 'config'>,
  { accountId, keyId, scope }: { accountId: string; keyId: string; scope: string },
  { claims, header, key }: Forged = {},
): Promise<string> => {
  const jwk = privateJwks(keys.all).find(({ alg }) => alg === 'ES256');
  if (!jwk) throw new Error('The installation has no keys that sign for others');
  const [iss = '', iat] = [issuerAt(config), Math.floor(clock.now() / second)];
  const own = { iss, aud: audienceAt(iss), sub: accountId, client_id: accountId, key_id: keyId, scope, jti: 'forged' };
  const payload: JWTPayload = { ...own, iat, exp: iat + 600, ...claims };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: jwk.kid, ...header })
    .sign(key ?? (await importJWK(jwk, 'ES256')));
};

/** Writes a service account with a client secret directly to the database. */
export const seedServiceClient = async ({ clock, db }: SystemContext, id: string, tenantId: string): Promise<void> => {
  const now = clock.now();
  await insertServiceAccount(db.write, {
    ...{ id, tenant_id: tenantId, name: 'Robot', description: '', role: 'admin', scopes: 'team.read' },
    ...{ role_given_at: now, role_given_by: null, all_workspaces: 1, addresses: '', disabled_at: null },
    ...{ created_at: now, created_by: null },
  });
  await insertServiceAccountKey(db.write, {
    ...{ id: `${id}_key`, account_id: id, kind: 'client_secret', name: 'Pipeline', prefix: 'castellan_secret_x' },
    ...{ secret_hash: hashSecret(id), created_at: now, created_by: null, expires_at: null, last_used_at: null },
  });
};

type Call = <Op extends OperationSpec>(operation: Op, input: RequestOf<Op>) => Promise<OutputOf<Op>>;

/** A service account with a client secret, at a service that programs reach by https. */
export const createServiceClient = async (
  server: OpenIdService,
  wanted: Partial<RequestOf<typeof contract.serviceAccounts.createServiceAccount>> = {},
) => {
  const { tenantId: tenant_id } = server.seed.own.owner;
  const { token } = await server.signedIn();
  const call: Call = async (operation, input) => {
    const { body, problem } = await callTrpc(server.app.address, operation, input, { token });
    if (problem) throw new Error(problem.code);
    return body as never;
  };
  const { serviceAccounts } = contract;
  const scopes: ServiceScope[] = ['team.read', 'audit.read'];
  const account = { tenant_id, name: 'Robot', role: 'admin' as const, scopes, ...wanted };
  const { account_id } = await call(serviceAccounts.createServiceAccount, account);
  const of = { tenant_id, account_id };
  const addKey = (kind: 'api_key' | 'client_secret') =>
    call(serviceAccounts.createServiceAccountKey, { ...of, kind, name: 'Pipeline', password: testPassword });
  const { key: secret, service_account_key } = await addKey('client_secret');
  const discover = (method: client.ClientAuth = client.ClientSecretBasic(secret)) =>
    server.discover(account_id, method);
  return {
    of,
    call,
    addKey,
    secret,
    keyId: service_account_key.key_id,
    discover,
    /** Gets an access token as a program does. */
    token: async (parameters: Record<string, string> = {}, method?: client.ClientAuth): Promise<string> =>
      (await client.clientCredentialsGrant(await discover(method), parameters)).access_token,
  };
};

/** The code of what a token is refused with, or the scopes that it has. */
export const judge = async (address: string, token: string): Promise<unknown> => {
  const { problem, body } = await send(address, 'GET', '/api/v1/whoami', { token });
  return problem ? problem.code : (body as { scopes: unknown }).scopes;
};

/** The error that the provider answers a program with: in the body, or in a header if it asks who the program is. */
export const refusedWith = (asked: Promise<unknown>): Promise<string | undefined> =>
  asked.then(
    () => 'nothing',
    (error: unknown) => {
      if (error instanceof client.WWWAuthenticateChallengeError) return error.cause[0]?.parameters.error;
      if (error instanceof client.ResponseBodyError) return error.error;
      throw error;
    },
  );
