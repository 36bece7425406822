import { beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { addProtectedHost, protectedHost } from '#e2e/support/protected-host.ts';
import { ProxiedBrowser, publicUrl } from '#e2e/support/proxied-browser.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { callTrpc, send } from '#e2e/support/transports.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, minute, second } from '#shared/rules/limits.ts';
import type { PathRule } from '#shared/rules/protected-paths.ts';

const server = perFile(() => createTestApp({ 'rate-limits': 'off', 'public-url': publicUrl }));
const seed = perFile(async () => createSeedData(server.app.context, await hashSeedPassword(server.app.context)));
const rules: PathRule[] = [
  { path: '/status', access: 'public' },
  { path: '/admin', access: 'group', group_id: 'grp_none' },
  { path: '/money', access: 'second_factor' },
];
const other = 'other.example';
const asksToSignOut = `${publicUrl}/oauth2/logout?client_id=app_proxied`;
beforeAll(async () => {
  const { write } = server.app.context.db;
  await addProtectedHost(write, seed.own.owner.tenantId, { rules });
  await addProtectedHost(write, seed.own.owner.tenantId, { host: other, id: 'app_other' });
});

const identityOf = ({ headers }: { headers: Headers }) =>
  ['remote-user', 'remote-email', 'remote-name', 'remote-groups'].map((name) => headers.get(name));

describe('a protected host', () => {
  it('leads to the sign-in, and from there back to the address that was asked for', async () => {
    const browser = new ProxiedBrowser(server);
    const first = await browser.ask('/page?x=1');
    expect([first.status, first.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^https:\/\/castellan\.example\/forward-auth\/sign-in\?ticket=/),
    ]);
    expect(first.headers.get('set-cookie')).toMatch(
      /^__Host-castellan-way-back-app_proxied=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=1200$/,
    );
    await browser.signIn(seed.own.owner.email);
    const page = await browser.visit(first.headers.get('location') ?? '');
    const back = page.headers.get('location') ?? '';
    expect([page.status, back]).toEqual([
      302,
      expect.stringMatching(/^https:\/\/wiki\.example\/\.castellan\/callback\?code=/),
    ]);
    const opened = await browser.ask(back.slice('https://wiki.example'.length));
    expect([opened.status, opened.headers.get('location')]).toEqual([302, 'https://wiki.example/page?x=1']);
    expect(opened.headers.get('set-cookie')).toMatch(
      /^__Host-castellan-visit-app_proxied=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    const answer = await browser.ask('/page?x=1');
    expect([answer.status, identityOf(answer)]).toEqual([
      200,
      [seed.own.owner.id, '', expect.any(String), 'role:owner'],
    ]);
    // Once the mailbox has proved the address, the server may take its owner for them.
    await server.app.context.db.transaction({ tenant: seed.own.owner.tenantId }, (tx) =>
      tablesOf(tx)
        .updateTable('users')
        .set({ email_verified: 1, email_verified_by: 'mailbox', name: 'Zoë Ω' })
        .where('id', '=', seed.own.owner.id)
        .execute(),
    );
    const proved = identityOf(await browser.ask('/'));
    const name = Buffer.from(proved[2] ?? '', 'latin1').toString();
    expect([proved[1], name]).toEqual([seed.own.owner.email, 'Zoë Ω']);
  });

  it('of nginx gets 401 with the address in place of a redirect', async () => {
    const browser = new ProxiedBrowser(server);
    const nginx = true;
    const first = await browser.ask('/', { nginx });
    expect([first.status, first.headers.get('location')]).toEqual([401, expect.stringContaining('/sign-in?ticket=')]);
    await browser.signIn(seed.own.owner.email);
    expect((await browser.open('/', { nginx })).status).toBe(200);
    const visit = browser.visitAt();
    const out = await browser.ask('/.castellan/sign-out', { nginx });
    expect([out.status, out.headers.get('location')]).toEqual([401, asksToSignOut]);
    browser.cookies(protectedHost).set('__Host-castellan-visit-app_proxied', visit);
    expect((await browser.ask('/', { nginx })).status).toBe(401);
  });

  it.each([
    ['a request of a script', { accept: 'application/json' }],
    ['a picture', { 'sec-fetch-dest': 'image' }],
    ['a form', { 'x-forwarded-method': 'POST' }],
  ])('leads %s nowhere', async (_name, headers) => {
    const answer = await new ProxiedBrowser(server).ask('/', { headers });
    expect([answer.status, answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([
      401,
      null,
      null,
    ]);
  });

  it.each([
    ['/status', 200],
    ['/status/x', 200],
    ['/STATUS', 302],
    ['/status/../admin', 403],
    ['/status%2f..%2fadmin', 403],
    ['//status', 403],
    ['/status/..;/admin', 403],
    ['/?x=/status', 302],
  ])('%s answers %i to nobody, and tells the server of nobody', async (target, status) => {
    const answer = await new ProxiedBrowser(server).ask(target, { headers: { 'remote-user': 'admin' } });
    expect([answer.status, answer.headers.get('remote-user')]).toEqual([status, status === 200 ? '' : null]);
  });

  it('asks for the group and the second factor of a path', async () => {
    const browser = new ProxiedBrowser(server);
    await browser.signIn(seed.own.owner.email);
    await browser.open('/');
    expect((await browser.ask('/')).status).toBe(200);
    for (const target of ['/admin', '/ADMIN/x', '/money']) {
      const { status } = await browser.ask(target, { headers: { accept: '*/*' } });
      expect([target, status]).toEqual([target, 403]);
      expect((await browser.open(target)).text).toContain('<!doctype html>');
    }
    const ticket = (await browser.ask('/money')).headers.get('location') ?? '';
    const asked = await browser.visit(ticket.replace('/sign-in?', '/sign-in/asked?'));
    expect(asked.body).toEqual({
      prompt: 'login',
      application: { name: 'Wiki' },
      scopes: [],
      account: { name: expect.any(String), email: seed.own.owner.email },
      obstacle: 'UNAUTHENTICATED',
      asks_second_factor: true,
    });
  });

  it('is told who comes again when they may no longer', async () => {
    const browser = new ProxiedBrowser(server);
    const token = await browser.signIn(seed.own.member.email);
    await browser.open('/');
    expect((await browser.ask('/')).status).toBe(200);
    const restrict = (access: 'everyone' | 'restricted') =>
      server.app.context.db.transaction({ tenant: seed.own.owner.tenantId }, (tx) =>
        tablesOf(tx).updateTable('applications').set({ access }).where('id', '=', 'app_proxied').execute(),
      );
    await restrict('restricted');
    expect((await browser.ask('/', { headers: { accept: '*/*' } })).status).toBe(403);
    await restrict('everyone');
    expect((await browser.ask('/')).status).toBe(200);
    expect((await callTrpc(server.address, contract.auth.logout, {}, { token })).status).toBe(200);
    expect((await browser.ask('/', { headers: { accept: '*/*' } })).status).toBe(401);
  });
});

describe('an attacker', () => {
  it('signs no one in by a link: the way back is for the browser that asked, once', async () => {
    const [mine, theirs] = [new ProxiedBrowser(server), new ProxiedBrowser(server)];
    await mine.signIn(seed.own.owner.email);
    await theirs.ask('/');
    const back = async (): Promise<string> => {
      const page = await mine.visit(
        (await mine.ask('/', { headers: { accept: 'text/html' } })).headers.get('location') ?? '',
      );
      return (page.headers.get('location') ?? '').slice('https://wiki.example'.length);
    };
    for (const stranger of [theirs, new ProxiedBrowser(server)]) {
      const code = await back();
      expect((await stranger.ask(code)).status).toBe(403);
      // A code that came with another browser is for no one anymore.
      expect((await mine.ask(code)).status).toBe(403);
    }
    const code = await back();
    expect((await mine.ask(code, { host: other, id: 'app_other' })).status).toBe(403);
    expect((await mine.ask(code)).status).toBe(302);
    expect((await mine.ask(code)).status).toBe(403);
  });

  it('opens no host with the cookie of another, and none with the code', async () => {
    const browser = new ProxiedBrowser(server);
    await browser.signIn(seed.own.owner.email);
    await browser.open('/');
    const visit = browser.visitAt();
    expect(visit).not.toBe('');
    const thief = new ProxiedBrowser(server);
    thief.cookies(other).set('__Host-castellan-visit-app_other', visit);
    expect((await thief.ask('/', { host: other, id: 'app_other' })).status).toBe(302);
    const own = `__Host-castellan-visit-app_proxied=${visit}`;
    expect((await thief.ask('/', { headers: { cookie: own } })).status).toBe(200);
    expect((await thief.ask('/', { headers: { cookie: `${own}; ${own}` } })).status).toBe(302);
    // Nor does Castellan itself take it.
    const session = await send(server.address, 'GET', '/oauth2/session', {
      headers: { cookie: `__Host-castellan=${visit}` },
    });
    expect(session.status).toBe(401);
  });

  it('has a minute to use a code, and twenty to sign in', async () => {
    const browser = new ProxiedBrowser(server);
    await browser.signIn(seed.own.owner.email);
    const early = await browser.ask('/');
    const page = await browser.visit(early.headers.get('location') ?? '');
    server.clock.advance(minute + second);
    const back = (page.headers.get('location') ?? '').slice('https://wiki.example'.length);
    expect((await browser.ask(back)).status).toBe(403);
    server.clock.advance(lifetimesMs.applicationSignIn);
    const late = await browser.visit((early.headers.get('location') ?? '').replace('/sign-in?', '/sign-in/asked?'));
    expect(late.problem?.code).toBe('NOT_FOUND');
  });

  it.each([
    ['no host', { 'x-forwarded-host': '' }],
    ['two hosts', { 'x-forwarded-host': 'wiki.example, other.example' }],
    ['an unknown host', { 'x-forwarded-host': 'elsewhere.example' }],
    ['plain http', { 'x-forwarded-proto': 'http' }],
    ['two protocols', { 'x-forwarded-proto': 'https, http' }],
    ['a whole URL', { 'x-forwarded-uri': 'https://elsewhere.example/' }],
  ])('gets nowhere with %s', async (_name, headers) => {
    expect((await new ProxiedBrowser(server).ask('/', { headers })).status).toBe(403);
  });

  it('can send a ticket that was changed, or none', async () => {
    const browser = new ProxiedBrowser(server);
    await browser.signIn(seed.own.owner.email);
    const location = (await browser.ask('/')).headers.get('location') ?? '';
    for (const url of [`${location}x`, location.replace(/ticket=.*/, ''), location.replace('ticket=', 'ticket=x')]) {
      expect([url, (await browser.visit(url)).status]).toEqual([url, 200]);
      expect((await browser.visit(url.replace('/sign-in?', '/sign-in/asked?'))).status).toBe(404);
    }
  });

  it('who is no proxy learns nothing', async () => {
    const strict = await createTestApp({ 'public-url': publicUrl, 'trusted-proxies': '203.0.113.1' });
    try {
      const answer = await send(strict.address, 'GET', '/forward-auth/check/app_proxied', {
        headers: { 'x-forwarded-host': protectedHost, 'x-forwarded-proto': 'https', 'x-forwarded-uri': '/' },
      });
      expect([answer.status, answer.text]).toEqual([
        403,
        'Only proxies in --trusted-proxies may ask, and not through the public URL',
      ]);
    } finally {
      await strict.close();
    }
  });
});
