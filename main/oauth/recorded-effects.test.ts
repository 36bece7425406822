import { join } from 'node:path';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { beforeAll, expect, it } from 'vitest';
import { addApplication } from '#e2e/support/applications.ts';
import { createServiceClient } from '#e2e/support/client-credentials.ts';
import { effectTexts, linesOf } from '#e2e/support/effect-texts.ts';
import { createOpenIdService, type SignedIn } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { callTrpc } from '#e2e/support/transports.ts';
import { type WrittenRow, watchWrites } from '#e2e/support/written-rows.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';

/** What each step of signing in to an application is answered, and every row that it writes, compared with what was recorded. */
const server = perFile(() => createOpenIdService());
let written: () => Promise<WrittenRow[]>;
beforeAll(async () => {
  const { write } = server.app.context.db;
  const { own, foreign } = server.seed;
  await addApplication(write, 'app_wiki', own.id);
  await addApplication(write, 'app_tv', own.id, { kind: 'native', name: 'Television', name_key: 'television' });
  await addApplication(write, 'app_foreign', foreign.id);
  written = await watchWrites(write);
});

type Tokens = Awaited<ReturnType<typeof client.refreshTokenGrant>>;
/** What an application is told with tokens. */
const told = ({ id_token, ...tokens }: Tokens) => {
  const { iat = 0, exp = 0, ...claims } = id_token === undefined ? {} : decodeJwt(id_token);
  return { ...tokens, ...(id_token !== undefined && { id_token: { ...claims, lives: exp - iat } }) };
};

/** Notes each step. A minute passes before each. */
const story = (name: string) => {
  const lines: string[] = [];
  return {
    async step<Result>(what: string, work: () => Promise<Result>): Promise<Result | undefined> {
      server.clock.advance(1 * minute);
      await written();
      let result: Result | undefined;
      const answer = await work()
        .then((done) => {
          result = done;
          return done;
        })
        .catch((error: { error?: string; message: string }) => error.error ?? error.message);
      await server.flush();
      const texts = effectTexts(server.seed, server.clock.now());
      const shown =
        typeof answer === 'object' && answer !== null && 'access_token' in answer ? told(answer as never) : answer;
      lines.push(`# ${what}`, `= ${texts.of(shown ?? 'nothing')}`, ...linesOf(await written(), texts), '');
      return result;
    },
    isAsRecorded: () =>
      expect(lines.join('\n')).toMatchFileSnapshot(
        join(import.meta.dirname, `../../e2e/support/effects/oauth-${name}.txt`),
      ),
  };
};

const tell = async (browser: SignedIn, how: 'asked' | 'go-on' | 'refuse', user_code: string) =>
  (await browser.ask('POST', `/oauth2/device/${how}`, { user_code })).body;
const member = () => server.seed.own.member;
const admin = () => server.seed.own.admin;

it('a sign-in of a browser', async () => {
  const { step, isAsRecorded } = story('browser');
  const config = await server.discover('app_wiki');
  const browser = await server.signedIn(member().email);
  const signIn = (scope?: string, more?: Record<string, string>) => async () =>
    (await server.signInTo(browser, config, scope, more)).tokens;
  await step('signs in for the first time', signIn('openid email'));
  await step('signs in again, with more', signIn('openid email profile groups'));
  const once = await step('signs in again', signIn('openid email'));
  await step('refreshes within the session', () => client.refreshTokenGrant(config, once?.refresh_token ?? ''));
  const lasting = await step('signs in for longer', signIn('openid offline_access'));
  const next = await step('refreshes', () => client.refreshTokenGrant(config, lasting?.refresh_token ?? ''));
  await step('asks who it is', () => client.fetchUserInfo(config, next?.access_token ?? '', member().id));
  await step('asks about its token', () => client.tokenIntrospection(config, next?.access_token ?? ''));
  await step('gives it back', () => client.tokenRevocation(config, next?.refresh_token ?? ''));
  const again = await step('signs in for longer again', signIn('openid offline_access'));
  const used = await step('refreshes again', () => client.refreshTokenGrant(config, again?.refresh_token ?? ''));
  await step('goes on', () => client.refreshTokenGrant(config, used?.refresh_token ?? ''));
  await step('uses a token twice', () => client.refreshTokenGrant(config, again?.refresh_token ?? ''));
  await step('signs out', () =>
    callTrpc(server.app.address, contract.auth.logout, {}, { token: browser.token }).then(({ status }) => status),
  );
  await isAsRecorded();
});

it('someone who denies an application access', async () => {
  const { step, isAsRecorded } = story('refusal');
  const config = await server.discover('app_wiki');
  const browser = await server.signedIn(admin().email);
  const url = client.buildAuthorizationUrl(config, {
    ...{ redirect_uri: 'https://app.example/callback', scope: 'openid', state: 'state' },
    ...{
      code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    },
  });
  const asked = await step('is asked', async () => {
    let next = await browser.open(url.href);
    const { body } = await browser.ask('POST', `${next}/go-on`);
    next = await browser.open((body as { location: string }).location);
    return { next, ...((await browser.ask('GET', `${next}/asked`)).body as object) };
  });
  await step('refuses', async () => (await browser.ask('POST', `${asked?.next}/refuse`)).status);
  await isAsRecorded();
});

it('a device', async () => {
  const { step, isAsRecorded } = story('device');
  const config = await server.discover('app_tv', client.None());
  const browser = await server.signedIn(member().email);
  const begin = () => client.initiateDeviceAuthorization(config, { scope: 'openid offline_access' });
  const poll =
    (device_code = '') =>
    () =>
      client.genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:device_code', { device_code });
  const device = await step('begins', begin);
  await step('asks too early', poll(device?.device_code));
  await step('is shown', () => tell(browser, 'asked', device?.user_code ?? ''));
  await step('is allowed', () => tell(browser, 'go-on', device?.user_code ?? ''));
  const tokens = await step('gets tokens', poll(device?.device_code));
  await step('refreshes', () => client.refreshTokenGrant(config, tokens?.refresh_token ?? ''));
  const other = await step('begins again', begin);
  await step('is refused', () => tell(browser, 'refuse', other?.user_code ?? ''));
  await step('learns of it', poll(other?.device_code));
  await isAsRecorded();
});

it('a service account', async () => {
  const { step, isAsRecorded } = story('service-account');
  const robot = await createServiceClient(server);
  const config = await robot.discover();
  const give =
    (parameters: Record<string, string> = {}) =>
    () =>
      client.clientCredentialsGrant(config, parameters);
  const tokens = await step('gets a token', give());
  await step('asks for less', give({ scope: 'team.read' }));
  await step('asks for what it may not do', give({ scope: 'mail.manage' }));
  await step('reads with it', async () => {
    const asked = { tenant_id: server.seed.own.id, limit: 1 };
    const { body } = await callTrpc(server.app.address, contract.team.listMembers, asked, {
      token: tokens?.access_token ?? '',
    });
    return body;
  });
  const { updateServiceAccount } = contract.serviceAccounts;
  const { token } = await server.signedIn();
  await callTrpc(server.app.address, updateServiceAccount, { ...robot.of, addresses: ['198.51.100.0/24'] }, { token });
  await step('asks from elsewhere', give());
  await isAsRecorded();
});

it('an application that is told of tokens of another', async () => {
  const { step, isAsRecorded } = story('other-application');
  const config = await server.discover('app_wiki');
  const other = await server.discover('app_foreign');
  const browser = await server.signedIn(admin().email);
  const { tokens } = await server.signInTo(browser, config, 'openid offline_access');
  await step('asks about it', () => client.tokenIntrospection(other, tokens.access_token));
  await step('gives it back', () => client.tokenRevocation(other, tokens.refresh_token ?? ''));
  await step('refreshes it', () => client.refreshTokenGrant(other, tokens.refresh_token ?? ''));
  await step('is met by someone of another organization', async () => (await server.signInTo(browser, other)).tokens);
  await step('is read where it belongs', () => client.tokenIntrospection(config, tokens.access_token));
  await isAsRecorded();
});
