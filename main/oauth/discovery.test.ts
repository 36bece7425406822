import { decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import { beforeAll, expect, it } from 'vitest';
import { addApplication, secretOf } from '#e2e/support/applications.ts';
import { createOpenIdService, publicUrl } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { send } from '#e2e/support/transports.ts';

const places = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];
const server = perFile(() => createOpenIdService());
beforeAll(async () => {
  const { write } = server.app.context.db;
  const { tenantId } = server.seed.own.owner;
  await addApplication(write, 'app_wiki', tenantId);
  await addApplication(write, 'app_native', tenantId, { kind: 'native' });
});

/** What discovery announces. */
const announced = async (place = places[0] ?? ''): Promise<Record<string, unknown>> =>
  (await send(server.app.address, 'GET', place)).body as Record<string, unknown>;
const listed = async (name: string): Promise<string[]> => (await announced())[name] as string[];
const methods = {
  none: client.None,
  client_secret_basic: client.ClientSecretBasic,
  client_secret_post: client.ClientSecretPost,
};

it('both places say the same', async () => {
  expect(await announced(places[1])).toEqual(await announced());
});

it('every address that is announced is there', async () => {
  const addresses = Object.entries(await announced()).filter(([name]) => /_(endpoint|uri)$/.test(name));
  expect(addresses.length).toBeGreaterThanOrEqual(9);
  for (const [name, url] of addresses) {
    expect([name, url]).toEqual([name, expect.stringMatching(`^${publicUrl}/oauth2/`)]);
    // Those that applications call take nothing but POST.
    const answers = await Promise.all(
      (['GET', 'POST'] as const).map((method) => send(server.app.address, method, new URL(String(url)).pathname)),
    );
    expect([name, answers.some(({ status }) => status !== 404 && status < 500)]).toEqual([name, true]);
  }
});

it('applications pass every way to prove who they are that is announced, and sign people in', async () => {
  const names = await listed('token_endpoint_auth_methods_supported');
  expect(names.toSorted()).toEqual(Object.keys(methods).toSorted());
  for (const name of names) {
    const id = name === 'none' ? 'app_native' : 'app_wiki';
    const config = await server.discover(id, methods[name as keyof typeof methods](secretOf(id)));
    const { tokens } = await server.signInTo(await server.signedIn(), config);
    expect([name, tokens.claims()?.aud]).toEqual([name, id]);
    const { alg } = decodeProtectedHeader(tokens.id_token ?? '');
    expect([alg]).toEqual(await listed('id_token_signing_alg_values_supported'));
  }
});

it('people come back by every response mode that is announced, and by no other', async () => {
  const config = await server.discover('app_wiki');
  const come = async (response_mode: string): Promise<URL> => {
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: 'https://app.example/callback',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      response_mode,
    });
    return (await server.authorize(await server.signedIn(), url)).back;
  };
  const parts = { query: 'search', fragment: 'hash' } as const;
  const modes = await listed('response_modes_supported');
  expect(modes.toSorted()).toEqual(Object.keys(parts).toSorted());
  for (const mode of modes) expect((await come(mode))[parts[mode as keyof typeof parts]].slice(1)).toMatch(/^code=/);
  for (const mode of ['form_post', 'web_message', 'jwt'])
    expect((await come(mode)).searchParams.get('error')).toBe('unsupported_response_mode');
});

it('nothing is announced that no application can use', async () => {
  expect(
    Object.keys(await announced()).filter((name) => /dpop|registration|request_object|frontchannel/.test(name)),
  ).toEqual([]);
});

it('says that applications can be told which session has ended', async () => {
  expect(await announced()).toMatchObject({
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  });
});
