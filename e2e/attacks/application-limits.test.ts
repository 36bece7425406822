import { beforeAll, expect, it } from 'vitest';
import { addApplication, redirectUri, secretOf } from '#e2e/support/applications.ts';
import { seedServiceClient } from '#e2e/support/client-credentials.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { type ThrottleName, throttles } from '#shared/rules/limits.ts';

const server = perFile(() =>
  createTestApp({ 'public-url': 'https://castellan.example', 'trusted-proxies': '127.0.0.1' }),
);
beforeAll(async () => {
  const { context } = server.app;
  const { own } = await createSeedData(context, await hashSeedPassword(context));
  await addApplication(context.db.write, 'app_wiki', own.id);
  await addApplication(context.db.write, 'app_native', own.id, { kind: 'native' });
  await seedServiceClient(context, 'svc_robot', own.id);
});

const right = secretOf('app_wiki');

/** Leaves one attempt before the limit. */
const use = async (name: ThrottleName, address: string): Promise<void> => {
  for (let count = 1; count < throttles[name].limit; count += 1)
    await (await server.app.context.throttle.take(name, address))(name === 'token_request' ? 'NOT_FOUND' : undefined);
};

const query = new URLSearchParams({
  client_id: 'app_wiki',
  response_type: 'code',
  scope: 'openid',
  redirect_uri: redirectUri,
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
});
const authorize = (address: string) =>
  fetch(`${server.address}/oauth2/authorize?${query}`, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': address, 'x-forwarded-host': 'castellan.example', 'x-forwarded-proto': 'https' },
  });

it('an address starts sign-ins to applications up to a limit, and then waits', async () => {
  await use('authorization', '203.0.113.1');
  const last = await authorize('203.0.113.1');
  expect([last.status, last.headers.get('location')]).toEqual([303, expect.stringContaining('/oauth2/interaction/')]);
  const refused = await authorize('203.0.113.1');
  expect([refused.status, refused.headers.get('ratelimit')]).toEqual([
    429,
    expect.stringMatching(/^"authorization";r=0/),
  ]);
  expect((await authorize('203.0.113.2')).status).toBe(303);
});

const basic = (secret: string, id = 'app_wiki') =>
  `Basic ${Buffer.from(`${id}:${encodeURIComponent(secret)}`).toString('base64')}`;
/** What applications send. */
const post = (endpoint: string, address: string, body: Record<string, string>, authorization?: string) =>
  fetch(`${server.address}/oauth2/${endpoint}`, {
    method: 'POST',
    headers: {
      ...(authorization !== undefined && { authorization }),
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': address,
    },
    body: new URLSearchParams(body),
  });
const junk = {
  grant_type: 'authorization_code',
  code: 'junk',
  redirect_uri: redirectUri,
  code_verifier: 'v'.repeat(43),
};

it.each([
  ['secrets', { token: 'x' }, 'introspect', basic('wrong'), 401],
  ['client secrets', { grant_type: 'client_credentials' }, 'token', basic('wrong', 'svc_robot'), 401],
  ['codes of an application without a secret', { ...junk, client_id: 'app_native' }, 'token', undefined, 400],
] as const)('an address presents wrong %s up to a limit', async (name, body, endpoint, authorization, refused) => {
  const address = `203.0.113.${100 + name.length}`;
  await use('token_request', address);
  for (const _ of [1, 2, 3]) expect((await post('introspect', address, { token: 'x' }, basic(right))).status).toBe(200);
  expect((await post(endpoint, address, body, authorization)).status).toBe(refused);
  expect((await post(endpoint, address, body, authorization)).status).toBe(429);
});

/** Anyone can come back to an application with a code of their own, begin sign-ins, and come with access that has ended. */
it.each([
  ['codes', 'token', junk, basic(right), 400],
  ['refresh tokens', 'token', { grant_type: 'refresh_token', refresh_token: 'junk' }, basic(right), 400],
  ['access tokens', 'userinfo', {}, 'Bearer junk', 401],
  ['sign-ins', 'par', Object.fromEntries(query), basic(right), 201],
  ['devices', 'device_authorization', { scope: 'openid' }, basic(right), 200],
] as const)(
  'no one keeps an application from signing people in with %s',
  async (name, endpoint, body, authorization, status) => {
    const address = `203.0.113.${200 + name.length}`;
    for (const limit of ['token_request', 'authorization'] as const) await use(limit, address);
    for (const _ of [1, 2, 3]) expect((await post(endpoint, address, body, authorization)).status).toBe(status);
  },
);

it('an address guesses interactions up to a limit', async () => {
  const ask = () =>
    send(server.address, 'GET', '/oauth2/interaction/x/asked', { headers: { 'x-forwarded-for': '203.0.113.4' } });
  for (let count = 0; count < throttles.token_guess.limit; count += 1) expect((await ask()).status).toBe(404);
  expect((await ask()).status).toBe(429);
});
