import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as client from 'openid-client';
import { type App, startApp } from '#main/app/app.ts';
import { createLogger } from '#main/platform/logger.ts';
import { contract } from '#shared/contract/index.ts';
import { redirectUri, secretOf } from './applications.ts';
import { createFakeClock } from './fake-clock.ts';
import { startInTurn } from './in-turn.ts';
import { newTestFolder } from './new-data-folder.ts';
import { noNetwork } from './no-network.ts';
import { createOpenIdBrowser, type OpenIdBrowser } from './openid-browser.ts';
import { createSeedData, hashSeedPassword } from './seed-data.ts';
import { testConfig, testPassword, testPasswords } from './test-service.ts';
import { callTrpc } from './transports.ts';

export const publicUrl = 'https://castellan.example';

/** A browser in which someone is signed in on the console. */
export type SignedIn = OpenIdBrowser & { readonly token: string; readonly userId: string };

/** The tokens of a sign-in, and where the browser was sent back to. */
export interface SignedInTo {
  readonly back: URL;
  readonly verifier: string;
  readonly tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>;
  /** Whether the person was asked whether the application may know them. */
  readonly wasAsked: boolean;
}

/** Starts another instance on the same database, and has requests go to both in turn. */
const shareWith = async (first: App, folder: string, start: (dataDir: string) => Promise<App>) => {
  const dataDir = await mkdtemp(`${folder}-second-`);
  await cp(join(folder, 'keys.json'), join(dataDir, 'keys.json'));
  const other = await start(dataDir);
  const proxy = await startInTurn([first.address, other.address]);
  return {
    app: other,
    address: proxy.address,
    async close() {
      await proxy.close();
      await other.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/**
 * The service as applications reach it, at a public URL, and with people in it. On PostgreSQL, two instances share its work, request
 * by request.
 */
export const createOpenIdService = async (basePath = '') => {
  const flags = { 'rate-limits': 'off', 'public-url': publicUrl, ...(basePath !== '' && { 'base-path': basePath }) };
  const place = await newTestFolder('castellan-oauth-');
  const clock = createFakeClock();
  const start = (dataDir: string) =>
    startApp(
      { ...testConfig(dataDir, flags), databaseServer: place.server },
      { clock, log: createLogger('silent'), provider: noNetwork, ...testPasswords(flags) },
    );
  const first = await start(place.dataDir);
  const second = place.server ? await shareWith(first, place.dataDir, start) : undefined;
  const app = second ? { ...first, address: second.address } : first;
  const instances = second ? [first, second.app] : [first];
  const seed = await createSeedData(app.context, await hashSeedPassword(app.context));
  /** The requests of an application itself reach the server where it listens. */
  const direct: client.CustomFetch = (url, options) =>
    fetch(url.replace(publicUrl, app.address), options as RequestInit);

  const discover = (id: string, method?: client.ClientAuth) =>
    client.discovery(
      new URL(`${publicUrl}${basePath}`),
      id,
      undefined,
      method ?? client.ClientSecretBasic(secretOf(id)),
      { [client.customFetch]: direct },
    );

  /** Signs in on the console. */
  const signedIn = async (email: string = seed.own.owner.email, browser = newBrowser()): Promise<SignedIn> => {
    const input = { email, password: testPassword };
    const answer = await callTrpc(`${app.address}${basePath}`, contract.auth.login, input, {
      headers: { origin: publicUrl },
    });
    const [name = '', value = ''] = (answer.headers.get('set-cookie') ?? '').split(';')[0]?.split('=') ?? [];
    browser.cookies.set(name, value);
    const { access_token: token, user } = answer.body as { access_token: string; user: { id: string } };
    return { ...browser, token, userId: user.id };
  };
  const newBrowser = (): OpenIdBrowser => createOpenIdBrowser(publicUrl, app.address);

  /** Goes through what a person is asked, until the browser is sent back to the application. */
  const authorize = async (browser: OpenIdBrowser, url: URL): Promise<{ back: URL; prompts: string[] }> => {
    const prompts: string[] = [];
    let next = await browser.open(url.href);
    for (let steps = 0; next.includes('/interaction/') && steps < 4; steps += 1) {
      prompts.push(((await browser.ask('GET', `${next}/asked`)).body as { prompt: string }).prompt);
      const answer = await browser.ask('POST', `${next}/go-on`);
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      next = await browser.open((answer.body as { location: string }).location);
    }
    return { back: new URL(next), prompts };
  };

  /** Signs in to an application, in a browser in which someone is signed in. */
  const signInTo = async (
    browser: OpenIdBrowser,
    application: client.Configuration,
    scope = 'openid email profile groups',
    more: Record<string, string> = {},
  ): Promise<SignedInTo> => {
    const verifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const url = client.buildAuthorizationUrl(application, {
      redirect_uri: redirectUri,
      scope,
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(scope.includes('offline_access') && { prompt: 'consent' }),
      ...more,
    });
    const { back, prompts } = await authorize(browser, url);
    const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true };
    const tokens = await client.authorizationCodeGrant(application, back, checks);
    return { back, verifier, tokens, wasAsked: prompts.includes('consent') };
  };

  return {
    app,
    service: app,
    /** Each of them, with what only it knows. */
    instances,
    /** Stores activity, as each instance does every ten seconds. One after another: each skips what another one is writing. */
    async flush() {
      for (const { context } of instances) await context.callers.flush();
    },
    clock,
    seed,
    discover,
    newBrowser,
    signedIn,
    authorize,
    signInTo,
    async close() {
      await second?.close();
      await first.stop();
      await place.remove();
      await rm(place.dataDir, { recursive: true, force: true });
    },
  };
};

export type OpenIdService = Awaited<ReturnType<typeof createOpenIdService>>;
