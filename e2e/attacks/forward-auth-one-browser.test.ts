import { beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { addProtectedHost } from '#e2e/support/protected-host.ts';
import { ProxiedBrowser, publicUrl } from '#e2e/support/proxied-browser.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { callTrpc } from '#e2e/support/transports.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, second } from '#shared/rules/limits.ts';

const server = perFile(() => createTestApp({ 'rate-limits': 'off', 'public-url': publicUrl }));
const seed = perFile(async () => createSeedData(server.app.context, await hashSeedPassword(server.app.context)));
beforeAll(() => addProtectedHost(server.app.context.db.write, seed.own.owner.tenantId));

const people = () => ({
  'the same person': seed.own.owner,
  'another member': seed.own.member,
  'someone of another organization': seed.foreign.owner,
});
type Who = keyof ReturnType<typeof people>;
const whos: Who[] = ['the same person', 'another member', 'someone of another organization'];

/** Whom the host is told of; null if the request isn't let in. Scripts and forms are led nowhere. */
const toldOf = async (browser: ProxiedBrowser): Promise<string | null> =>
  (await browser.ask('/', { headers: { accept: '*/*' } })).headers.get('remote-user');

/** Someone has a protected host open. */
const opened = async () => {
  const browser = new ProxiedBrowser(server);
  const token = await browser.signIn(seed.own.owner.email);
  await browser.open('/');
  expect(await toldOf(browser)).toBe(seed.own.owner.id);
  return { browser, token };
};

describe('where someone has a protected host open', () => {
  it.each(whos)('it stays open for them alone when %s signs in in the same browser', async (who) => {
    const { browser } = await opened();
    await browser.signIn(people()[who].email);
    expect(await toldOf(browser)).toBe(who === 'the same person' ? seed.own.owner.id : null);
    await browser.open('/');
    expect(await toldOf(browser)).toBe(who === 'someone of another organization' ? null : people()[who].id);
  });

  it.each(whos)('signing out closes it after %s has signed in in the same browser', async (who) => {
    const { browser } = await opened();
    const token = await browser.signIn(people()[who].email);
    await browser.open('/');
    await browser.signOut(token);
    expect(await toldOf(browser)).toBeNull();
    expect((await browser.open('/')).text).toContain('<!doctype html>');
  });

  it.each(whos)('signing out in an older tab closes it, too, after %s has signed in', async (who) => {
    const { browser, token } = await opened();
    await browser.signIn(people()[who].email);
    await browser.open('/');
    await browser.signOut(token);
    expect(await toldOf(browser)).toBeNull();
    expect((await browser.open('/')).text).toContain('<!doctype html>');
  });

  it('signing out of it alone asks whether to sign out of Castellan, too', async () => {
    const { browser } = await opened();
    const out = await browser.ask('/.castellan/sign-out');
    expect(out.status).toBe(302);
    const asks = await browser.visit(out.headers.get('location') ?? '');
    expect([asks.status, asks.headers.get('location')]).toEqual([303, '/oauth2/sign-out']);
    browser.keep('castellan.example', asks.headers);
    const asked = await browser.visit(`${publicUrl}/oauth2/logout/asked`);
    expect(asked.body).toEqual({ application: { name: 'Wiki' } });
  });

  it('a session that has lapsed hands nothing on', async () => {
    const { browser } = await opened();
    server.clock.advance(lifetimesMs.idleLogout + second);
    await browser.signIn(seed.own.owner.email);
    expect(await toldOf(browser)).toBeNull();
  });

  it('nothing changes there when people sign in and out elsewhere, or without a browser', async () => {
    const { browser } = await opened();
    for (const who of whos) {
      const elsewhere = new ProxiedBrowser(server);
      await elsewhere.signOut(await elsewhere.signIn(people()[who].email));
    }
    const stranger = new ProxiedBrowser(server);
    stranger.cookies('castellan.example').set('__Host-castellan', 'A'.repeat(43));
    await stranger.signIn(seed.own.member.email);
    expect(await toldOf(browser)).toBe(seed.own.owner.id);
  });

  it('it stays open when the session ends in which it began, if the same person has signed in again', async () => {
    const { browser, token } = await opened();
    const later = await browser.signIn(seed.own.owner.email);
    const bearer = await callTrpc(server.address, contract.auth.logout, {}, { token });
    expect(bearer.status).toBe(200);
    expect(await toldOf(browser)).toBe(seed.own.owner.id);
    await browser.signOut(later);
    expect(await toldOf(browser)).toBeNull();
  });
});
