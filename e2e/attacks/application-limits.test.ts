import { beforeAll, expect, it } from 'vitest';
import { addApplication, redirectUri, secretOf } from '#e2e/support/applications.ts';
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
});

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

it('an address presents wrong codes, tokens and secrets up to a limit, and good ones count nothing', async () => {
  const introspect = (address: string, secret: string) =>
    fetch(`${server.address}/oauth2/introspect`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`app_wiki:${encodeURIComponent(secret)}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': address,
      },
      body: 'token=x',
    });
  await use('token_request', '203.0.113.3');
  for (const _ of [1, 2, 3]) expect((await introspect('203.0.113.3', secretOf('app_wiki'))).status).toBe(200);
  expect((await introspect('203.0.113.3', 'wrong')).status).toBe(401);
  expect((await introspect('203.0.113.3', 'wrong')).status).toBe(429);
});

it('an address guesses interactions up to a limit', async () => {
  const ask = () =>
    send(server.address, 'GET', '/oauth2/interaction/x/asked', { headers: { 'x-forwarded-for': '203.0.113.4' } });
  for (let count = 0; count < throttles.token_guess.limit; count += 1) expect((await ask()).status).toBe(404);
  expect((await ask()).status).toBe(429);
});
