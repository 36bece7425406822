import { createRemoteJWKSet, jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '#e2e/support/event-receiver.ts';
import { createOpenIdService, publicUrl, type SignedIn } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { accepting, createTold } from '#e2e/support/told-applications.ts';
import { callTrpc } from '#e2e/support/transports.ts';
import { purge } from '#main/jobs/purge.ts';
import * as sessions from '#main/storage/store/identity/sessions.ts';
import { holdMail, releaseMail } from '#main/storage/store/mail/mail-hold.ts';
import { endAccess } from '#main/storage/store/oauth/end-access.ts';
import { contract } from '#shared/contract/index.ts';
import { hour, logoutLimits, minute, second } from '#shared/rules/limits.ts';

const server = perFile(() => createOpenIdService());
let tenantId: string;
beforeAll(() => {
  tenantId = server.seed.own.owner.tenantId;
});

const told = createTold(server);
const write = () => server.app.context.db.write;
const now = () => server.clock.now();
const signOut = async ({ token }: SignedIn) =>
  expect((await callTrpc(server.app.address, contract.auth.logout, {}, { token })).status).toBe(200);
const drain = () => server.app.service.logoutWorker.drain();

describe('an application that was entered in a session', () => {
  it('is told once that someone has ended it, in a token that it can verify', async () => {
    const [wiki, chat] = [await told(), await told()];
    const browser = await server.signedIn();
    const other = await server.signedIn();
    const sid = await wiki.enter(browser);
    expect(await wiki.enter(browser)).toBe(sid);
    expect(await chat.enter(browser)).not.toBe(sid);
    expect(await wiki.enter(other)).not.toBe(sid);
    await signOut(browser);
    await drain();
    expect([wiki.tokens().length, chat.tokens().length]).toEqual([1, 1]);
    const keys = createRemoteJWKSet(new URL(`${server.app.address}/oauth2/jwks`));
    const [token = ''] = wiki.tokens();
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      ...{ issuer: publicUrl, audience: wiki.id, typ: 'logout+jwt', algorithms: ['RS256'] },
      currentDate: new Date(server.clock.now()),
    });
    expect(protectedHeader.kid).toMatch(/-rs256$/);
    const iat = Math.floor(server.clock.now() / second);
    expect(payload).toEqual({
      ...{ iss: publicUrl, aud: wiki.id, sub: browser.userId, sid, iat, exp: iat + 120 },
      ...{ jti: expect.any(String), events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
    });
    expect(wiki.received[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(await wiki.state()).toEqual({ delivered: server.clock.now(), failing: null, failure: null });
  });

  it('is told whose sessions have ended if it wants no more, and nothing if it has no address for it', async () => {
    const plain = await told({ logout_session_required: 0 });
    const silent = await told({ backchannel_logout_uri: null });
    const browser = await server.signedIn();
    expect(await plain.enter(browser)).toBeUndefined();
    await silent.enter(browser);
    await signOut(browser);
    await drain();
    expect(plain.claims()).toEqual([expect.objectContaining({ sub: browser.userId })]);
    expect(plain.claims()[0]).not.toHaveProperty('sid');
    expect(await silent.waiting()).toBe(0);
  });

  it('isn’t told of an earlier entry once it is entered again', async () => {
    const wiki = await told({}, () => (response) => void response.writeHead(503).end());
    const browser = await server.signedIn();
    await wiki.enter(browser);
    const { token } = browser;
    const input = { application_id: wiki.id };
    await callTrpc(server.app.address, contract.applications.revokeApplicationAccess, input, { token });
    expect(await wiki.waiting()).toBe(1);
    await wiki.enter(browser);
    expect(await wiki.waiting()).toBe(0);
  });

  it('is told of a later entry whose session ends while it is still being told of an earlier one', async () => {
    let release = (): void => {};
    const isHeld = new Promise<void>((resolve) => {
      release = resolve;
    });
    const wiki = await told({}, () => async (response) => {
      await isHeld;
      response.writeHead(200).end();
    });
    const browser = await server.signedIn();
    const sid = await wiki.enter(browser);
    await endAccess(write(), { userId: browser.userId, applicationId: wiki.id }, now());
    const drained = drain();
    await expect.poll(() => wiki.received.length).toBe(1);
    server.clock.advance(1 * second);
    await wiki.enter(browser);
    await signOut(browser);
    release();
    await drained;
    await drain();
    expect(wiki.claims().map((claims) => claims.sid)).toEqual([sid, sid]);
    expect(await wiki.waiting()).toBe(0);
  });

  it('isn’t told that a session has lapsed, but that its account was signed out everywhere afterwards', async () => {
    const wiki = await told();
    const browser = await server.signedIn(server.seed.own.member.email);
    const sid = await wiki.enter(browser);
    server.clock.advance(31 * minute);
    await purge(server.app.context);
    await drain();
    expect(await wiki.waiting()).toBe(0);
    expect(wiki.received).toEqual([]);
    await sessions.endSessionsOf(server.app.context.db.write, browser.userId, 'revoked', server.clock.now());
    await drain();
    expect(wiki.claims()).toEqual([expect.objectContaining({ sub: browser.userId, sid })]);
  });
});

describe('a notice that can’t be delivered', () => {
  it('is sent again with a token of its own, and everything that waits as soon as it works again', async () => {
    let status = 503;
    const wiki = await told({}, () => (response) => void response.writeHead(status).end());
    const [one, two] = [await server.signedIn(), await server.signedIn()];
    await wiki.enter(one);
    await wiki.enter(two);
    await signOut(one);
    await drain();
    const failedAt = server.clock.now();
    expect(await wiki.state()).toEqual({ delivered: null, failing: failedAt, failure: 'refused' });
    await signOut(two);
    await drain();
    server.clock.advance(10 * second);
    await drain();
    expect(await wiki.waiting()).toBe(2);
    status = 204;
    server.clock.advance(1 * minute);
    await drain();
    expect(await wiki.waiting()).toBe(0);
    expect(await wiki.state()).toEqual({ delivered: server.clock.now(), failing: null, failure: null });
    const jtis = wiki.claims().map(({ jti }) => jti);
    expect(new Set(jtis).size).toBe(jtis.length);
    expect(jtis.length).toBeGreaterThan(3);
  });

  it('is given up after three days', async () => {
    const wiki = await told({}, () => (response) => void response.writeHead(400).end());
    const browser = await server.signedIn();
    await wiki.enter(browser);
    await signOut(browser);
    const start = server.clock.now();
    while (server.clock.now() - start <= logoutLimits.keptMs + Math.max(...logoutLimits.retriesMs)) {
      await drain();
      server.clock.advance(2 * hour);
    }
    expect(await wiki.waiting()).toBe(0);
    expect(wiki.received.length).toBeGreaterThan(10);
    expect((await wiki.state()).failing).toBe(start);
  });

  /** For how long it asks to be left alone, and for how long it is, in milliseconds. */
  const pauses: readonly (readonly [string, () => string, number])[] = [
    ['for a number of seconds', () => '600', 10 * minute],
    ['until an instant', () => new Date(server.clock.now() + 10 * minute).toUTCString(), 10 * minute],
    ['for longer than an hour', () => '7200', 1 * hour],
  ];

  it.each(pauses)('leaves alone who asks for that %s, for an hour at most', async (_, header, ms) => {
    let answer: Answer = (response) => void response.writeHead(429, { 'retry-after': header() }).end();
    const wiki = await told({}, () => answer);
    const browser = await server.signedIn();
    await wiki.enter(browser);
    await signOut(browser);
    await drain();
    answer = accepting;
    server.clock.advance(ms - second);
    await drain();
    expect(wiki.received).toHaveLength(1);
    server.clock.advance(second);
    await drain();
    expect(wiki.received).toHaveLength(2);
  });

  it.each([
    ['another address', {}, { backchannel_logout_uri: 'https://127.0.0.1:1/' }, 'failing'],
    ['a private network', { logout_allow_private: 0 }, { allow_private_addresses: true }, 'delivered'],
  ] as const)(
    'is tried at once if its application is given %s, of which nothing is known yet',
    async (_, kept, change, end) => {
      let answer: Answer = (response) => void response.writeHead(503).end();
      const wiki = await told(kept, () => answer);
      const [browser, admin] = [await server.signedIn(), await server.signedIn()];
      await wiki.enter(browser);
      await signOut(browser);
      await drain();
      expect(await wiki.state()).toMatchObject({ failing: now() });
      answer = accepting;
      server.clock.advance(1);
      const input = { tenant_id: tenantId, application_id: wiki.id, ...change };
      const { updateApplication } = contract.applications;
      expect((await callTrpc(server.app.address, updateApplication, input, { token: admin.token })).status).toBe(200);
      expect(await wiki.state()).toEqual({ delivered: null, failing: null, failure: null });
      await drain();
      expect(await wiki.state()).toMatchObject({ [end]: now() });
    },
  );

  it('never goes to a private network unless that is allowed', async () => {
    const wiki = await told({ logout_allow_private: 0 });
    const browser = await server.signedIn();
    await wiki.enter(browser);
    await signOut(browser);
    await drain();
    expect(wiki.received).toEqual([]);
    expect(await wiki.state()).toMatchObject({ failure: 'address_refused' });
  });

  it('waits while email is held, since a copy must not speak for the original', async () => {
    const wiki = await told();
    const browser = await server.signedIn();
    await wiki.enter(browser);
    await holdMail(write(), { reason: 'operator', held_at: now() });
    await signOut(browser);
    await drain();
    expect(wiki.received).toEqual([]);
    await releaseMail(write());
    await drain();
    expect(wiki.received).toHaveLength(1);
  });
});
