import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { addApplication } from '#e2e/support/applications.ts';
import { auditActions } from '#e2e/support/audit.ts';
import { createOpenIdService, publicUrl, type SignedIn } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { callTrpc, send } from '#e2e/support/transports.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';

const registered = 'https://app.example/';
const server = perFile(() => createOpenIdService());
beforeAll(async () => {
  const { write } = server.app.context.db;
  await addApplication(write, 'app_wiki', server.seed.own.owner.tenantId, { logout_uris: registered });
  await addApplication(write, 'app_other', server.seed.own.owner.tenantId, { name: 'Other', logout_uris: '' });
});

const signedInTo = async () => {
  const config = await server.discover('app_wiki');
  const browser = await server.signedIn();
  const { tokens } = await server.signInTo(browser, config, 'openid offline_access');
  return { config, browser, tokens };
};
/** Follows the application to the page, and returns what the page shows. */
const sentHere = async (browser: SignedIn, url: string) => {
  const answer = await browser.ask('GET', url);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/oauth2/sign-out']);
  return (await browser.ask('GET', '/oauth2/logout/asked')).body as { application: { name: string } | null };
};
const goOn = async (browser: SignedIn, how: 'go-on' | 'stay' = 'go-on') => {
  const answer = await browser.ask('POST', `/oauth2/logout/${how}`);
  return (answer.body as { location: string | null }).location;
};
/** Sends a form as a browser does from the page of an application: without cookies. */
const sendForm = async (body: string): Promise<IncomingMessage> => {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'https://app.example',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  };
  const sent = request(`${server.app.address}/oauth2/logout`, { method: 'POST', headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
};
const isSignedIn = async ({ token }: SignedIn): Promise<boolean> =>
  (await callTrpc(server.app.address, contract.profile.getMe, {}, { token })).status === 200;

describe('an application that wants someone to sign out', () => {
  it('ends nothing before they agree, and then everything, and gets them back with its state', async () => {
    const { config, browser, tokens } = await signedInTo();
    const url = client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: registered,
      state: 'of the application',
    });
    expect(await sentHere(browser, url.href)).toEqual({ application: { name: 'Wiki' } });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await goOn(browser)).toBe(`${registered}?state=of+the+application`);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await client.tokenIntrospection(config, tokens.access_token)).active).toBe(false);
    expect(browser.cookies.has('__Host-castellan')).toBe(false);
    expect(await auditActions(server, server.seed.own.owner.tenantId)).toContain('logout');
    // What was asked for is done.
    expect(await goOn(browser)).toBe(`${publicUrl}/login`);
  });

  it('gets them back also if they stay signed in here', async () => {
    const { browser } = await signedInTo();
    const query = new URLSearchParams({ client_id: 'app_wiki', post_logout_redirect_uri: registered });
    await sentHere(browser, `/oauth2/logout?${query}`);
    expect(await goOn(browser, 'stay')).toBe(registered);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('may send a form from its own page', async () => {
    const { browser, tokens } = await signedInTo();
    const form = new URLSearchParams({ id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: registered });
    const answer = await sendForm(form.toString());
    expect(answer.statusCode).toBe(303);
    const [name = '', value = ''] = (answer.headers['set-cookie']?.[0] ?? '').split(';')[0]?.split('=') ?? [];
    browser.cookies.set(name, value);
    expect(await goOn(browser)).toBe(registered);
  });

  it('has as long as a person takes', async () => {
    const { browser } = await signedInTo();
    const query = new URLSearchParams({ client_id: 'app_wiki', post_logout_redirect_uri: registered });
    await sentHere(browser, `/oauth2/logout?${query}`);
    server.clock.advance(10 * minute);
    expect(await goOn(browser, 'stay')).toBeNull();
  });
});

describe('whoever forges it', () => {
  it.each([
    ['another address', { client_id: 'app_wiki', post_logout_redirect_uri: 'https://evil.example/' }],
    ['one that begins alike', { client_id: 'app_wiki', post_logout_redirect_uri: `${registered}../evil` }],
    ['the address of another application', { client_id: 'app_other', post_logout_redirect_uri: registered }],
    ['no application', { post_logout_redirect_uri: registered }],
    ['an application that there is not', { client_id: 'app_none', post_logout_redirect_uri: registered }],
    [
      'a token that is not ours',
      { id_token_hint: 'e30.eyJhdWQiOiJhcHBfd2lraSJ9.', post_logout_redirect_uri: registered },
    ],
  ])('gets no one to %s', async (_name, parameters) => {
    const { browser } = await signedInTo();
    const { application } = await sentHere(browser, `/oauth2/logout?${new URLSearchParams(parameters)}`);
    if (!('client_id' in parameters)) expect(application).toBeNull();
    expect(await goOn(browser, 'stay')).toBeNull();
  });

  it('gets no one anywhere with the token of another application', async () => {
    const { browser, tokens } = await signedInTo();
    const query = {
      id_token_hint: tokens.id_token ?? '',
      client_id: 'app_other',
      post_logout_redirect_uri: registered,
    };
    expect(await sentHere(browser, `/oauth2/logout?${new URLSearchParams(query)}`)).toEqual({ application: null });
    expect(await goOn(browser, 'stay')).toBeNull();
  });

  it('signs no one out from another page, or with a cookie of its own', async () => {
    const { browser } = await signedInTo();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const headers of [
      { cookie, origin: 'https://evil.example' },
      { cookie, origin: 'null' },
      { cookie },
      { cookie, 'sec-fetch-site': 'cross-site' },
    ]) {
      const { status } = await send(server.app.address, 'POST', '/oauth2/logout/go-on', { headers });
      expect(status).toBe(403);
    }
    expect(await isSignedIn(browser)).toBe(true);
    browser.cookies.set('__Secure-castellan-logout', 'made.up');
    expect(await goOn(browser, 'stay')).toBeNull();
  });
});
