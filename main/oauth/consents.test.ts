import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { addApplication, redirectUri } from '#e2e/support/applications.ts';
import { auditRows } from '#e2e/support/audit.ts';
import { createOpenIdService } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { day, hour, lifetimesMs, minute, second } from '#shared/rules/limits.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { confirmSession } from '../storage/store/identity/sessions.ts';
import { findConsent } from '../storage/store/oauth/consents.ts';
import { endAccess } from '../storage/store/oauth/end-access.ts';
import { listSignIns } from '../storage/store/oauth/sign-ins.ts';
import { multiFactor } from './accounts.ts';

const server = perFile(() => createOpenIdService());
let applications = 0;
/** A new application of the owner's organization. */
const newApplication = async () => {
  applications += 1;
  const id = `app_${applications}`;
  await addApplication(server.app.context.db.write, id, server.seed.own.owner.tenantId);
  return { id, config: await server.discover(id) };
};
const ownerId = () => server.seed.own.owner.id;
beforeAll(() => server.clock.advance(day));

describe('a person', () => {
  it('is asked once, and again for more', async () => {
    const { config } = await newApplication();
    const first = await server.signedIn();
    const asked = async (browser: Awaited<ReturnType<typeof server.signedIn>>, scope: string) =>
      (await server.signInTo(browser, config, scope)).wasAsked;
    expect(await asked(first, 'openid email')).toBe(true);
    expect(await asked(first, 'openid email')).toBe(false);
    const later = await server.signedIn();
    expect(await asked(later, 'openid')).toBe(false);
    expect(await asked(later, 'openid email groups')).toBe(true);
    expect(await asked(await server.signedIn(), 'openid email groups')).toBe(false);
    const again = await server.signInTo(later, config, 'openid', { prompt: 'consent' });
    expect(again.wasAsked).toBe(true);
  });

  it('who signs in again in the same browser has done so then, for applications too', async () => {
    const { config } = await newApplication();
    const browser = await server.signedIn();
    const authTime = async () => (await server.signInTo(browser, config, 'openid')).tokens.claims()?.auth_time;
    const first = Math.floor(server.clock.now() / second);
    expect(await authTime()).toBe(first);
    server.clock.advance(minute);
    expect(await authTime()).toBe(first);
    // The session from before stays open, as another tab might have it.
    await server.signedIn(undefined, browser);
    expect(await authTime()).toBe(first + minute / second);
  });

  it('who allows more has last used the application when they did', async () => {
    const { id, config } = await newApplication();
    const browser = await server.signedIn();
    await server.signInTo(browser, config, 'openid');
    const usedAt = server.clock.now();
    server.clock.advance(minute);
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    });
    expect((await server.authorize(browser, url)).prompts).toContain('consent');
    const consent = await findConsent(server.app.context.db.read, ownerId(), id);
    expect(consent).toMatchObject({ last_used_at: usedAt, granted_at: server.clock.now() });
  });

  it('who revokes an application ends all that it has, in every session, and is asked again', async () => {
    const { id, config } = await newApplication();
    const browser = await server.signedIn();
    const { tokens } = await server.signInTo(browser, config, 'openid offline_access');
    const { tokens: others } = await server.signInTo(await server.signedIn(), config, 'openid offline_access');
    const about = { userId: ownerId(), applicationId: id };
    const { db } = server.app.context;
    await db.transaction({}, (tx) => endAccess(tx, about, server.clock.now()));
    for (const { access_token, refresh_token = '' } of [tokens, others]) {
      expect((await client.tokenIntrospection(config, access_token)).active).toBe(false);
      await expect(client.refreshTokenGrant(config, refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    }
    expect((await server.signInTo(browser, config, 'openid')).wasAsked).toBe(true);
  });

  it('has time to sign in by email, and to answer after that', async () => {
    const { config } = await newApplication();
    const begin = async () => {
      const browser = server.newBrowser();
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      });
      return { browser, page: await browser.open(url.href) };
    };
    const signInAfter = async (wait: number) => {
      const { browser, page } = await begin();
      server.clock.advance(wait);
      return (await server.signedIn(undefined, browser)).ask('POST', `${page}/go-on`);
    };
    expect((await signInAfter(lifetimesMs.signInLink + minute)).status).toBe(200);
    expect((await signInAfter(lifetimesMs.applicationSignIn)).status).toBe(404);
  });

  it('who says no is sent back without anything, and may be asked again', async () => {
    const { id, config } = await newApplication();
    const browser = await server.signedIn();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid',
      code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    });
    let page = await browser.open(url.href);
    const answer = await browser.ask('POST', `${page}/go-on`);
    page = await browser.open((answer.body as { location: string }).location);
    const refused = await browser.ask('POST', `${page}/refuse`);
    const back = new URL(await browser.open((refused.body as { location: string }).location));
    expect(back.origin).toBe('https://app.example');
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.has('code')).toBe(false);
    const rows = (await auditRows(server, server.seed.own.owner.tenantId)).filter((row) => row.target_id === id);
    expect(rows.map((row) => [row.action, row.actor_id])).toEqual([['refuseApplication', ownerId()]]);
    expect((await server.signInTo(browser, config, 'openid')).wasAsked).toBe(true);
  });
});

it('whoever may no longer use an application has nothing there from then on, and is told so at the next sign-in', async () => {
  const { id, config } = await newApplication();
  const { db } = server.app.context;
  const tables = tablesOf(db.write);
  const browser = await server.signedIn(server.seed.own.member.email);
  const { tokens } = await server.signInTo(browser, config, 'openid offline_access');
  const isActive = async () => (await client.tokenIntrospection(config, tokens.access_token)).active;
  const allow = (allowed_roles: string) =>
    tables.updateTable('applications').set({ access: 'restricted', allowed_roles }).where('id', '=', id).execute();
  await allow('owner admin');
  expect(await isActive()).toBe(false);
  await expect(client.fetchUserInfo(config, tokens.access_token, client.skipSubjectCheck)).rejects.toThrow();
  await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  await expect(server.signInTo(browser, config, 'openid')).rejects.toThrow('FORBIDDEN');
  const silent = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    prompt: 'none',
    code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  });
  const { back } = await server.authorize(browser, silent);
  expect(back.searchParams.get('error')).toBe('access_denied');
  // It was only refused.
  await allow('member');
  expect(await isActive()).toBe(true);
  await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
});

it('an application is told what someone has shown since they signed in', async () => {
  const { config } = await newApplication();
  const browser = await server.signedIn();
  const shown = async () => (await server.signInTo(browser, config, 'openid')).tokens.claims();
  expect(await shown()).toMatchObject({ amr: ['pwd'] });
  const { callers, db } = server.app.context;
  const { sessionId } = await callers.verify(browser.token);
  await confirmSession(db.write, sessionId, 'second_factor', server.clock.now());
  expect(await shown()).toMatchObject({ amr: ['pwd', 'mfa'], acr: multiFactor });
});

describe('the service', () => {
  it('records who let in which application, and from where', async () => {
    const { id, config } = await newApplication();
    await server.signInTo(await server.signedIn(), config, 'openid email');
    const rows = (await auditRows(server, server.seed.own.owner.tenantId)).filter((row) => row.target_id === id);
    expect(rows).toMatchObject([
      { action: 'allowApplication', actor_id: ownerId(), target_kind: 'application', target_label: 'Wiki' },
    ]);
    expect(rows[0]?.ip_address).toBe('127.0.0.1');
    expect(JSON.parse(rows[0]?.details ?? '')).toEqual({ scopes: 'openid email' });
  });

  it('counts sign-ins by the day, and stores the last use by the hour', async () => {
    const { id, config } = await newApplication();
    const { db } = server.app.context;
    const begin = server.clock.now() - (server.clock.now() % day) + day;
    server.clock.advance(begin - server.clock.now());
    const { tokens } = await server.signInTo(await server.signedIn(), config, 'openid offline_access');
    const lastUse = async () => (await findConsent(db.read, ownerId(), id))?.last_used_at;
    expect(await lastUse()).toBe(begin);
    let { refresh_token: token = '' } = tokens;
    const refresh = async () => {
      token = (await client.refreshTokenGrant(config, token)).refresh_token ?? '';
    };
    server.clock.advance(hour - 1);
    await refresh();
    expect(await lastUse()).toBe(begin);
    server.clock.advance(1);
    await refresh();
    expect(await lastUse()).toBe(begin + hour);
    await server.signInTo(await server.signedIn(), config, 'openid');
    server.clock.advance(day);
    await server.signInTo(await server.signedIn(), config, 'openid');
    expect(await listSignIns(db.read, id, 0)).toEqual([
      { day: begin, sign_ins: 2 },
      { day: begin + day, sign_ins: 1 },
    ]);
  });
});
