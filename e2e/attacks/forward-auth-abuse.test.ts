import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { addProtectedHost, protectedHost } from '#e2e/support/protected-host.ts';
import { ProxiedBrowser, publicUrl } from '#e2e/support/proxied-browser.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import type { SystemContext } from '#main/services/context.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { countOf } from '#main/storage/store/sql.ts';
import { throttles } from '#shared/rules/limits.ts';

const server = perFile(() => createTestApp({ 'public-url': publicUrl, 'rate-limits': 'off' }));
const seed = perFile(async () => createSeedData(server.app.context, await hashSeedPassword(server.app.context)));
const tenantId = () => seed.own.owner.tenantId;
beforeAll(async () => {
  await addProtectedHost(server.app.context.db.write, tenantId(), {
    rules: [{ path: '/team', access: 'group', group_id: seed.own.group.id }],
  });
});
const change = (work: (tables: ReturnType<typeof tablesOf>) => Promise<unknown>) =>
  server.app.context.db.transaction({ tenant: tenantId() }, (tx) => work(tablesOf(tx)));
const count = ({ db }: SystemContext, table: 'audit_events' | 'protected_sessions') =>
  countOf(tablesOf(db.read).selectFrom(table));

/** Sends a request as it is spelled, to Castellan's public name. */
const sendRaw = (path: string, headers: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => {
      const lines = [`GET ${path} HTTP/1.1`, 'Host: castellan.example', 'Connection: close', ...headers];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    });
    let text = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
    });
    socket.on('error', reject).on('close', () => resolve(text));
  });

describe('what a browser is made to do', () => {
  it('writes no more rows than a limit allows, and none in the audit log', async () => {
    const limited = await createTestApp({ 'public-url': publicUrl });
    try {
      const { context } = limited.app;
      const { own } = await createSeedData(context, await hashSeedPassword(context));
      await addProtectedHost(context.db.write, own.owner.tenantId);
      const browser = new ProxiedBrowser(limited);
      await browser.signIn(own.owner.email);
      const location = (await browser.ask('/')).headers.get('location') ?? '';
      const before = await count(context, 'audit_events');
      const { limit } = throttles.authorization;
      const statuses: number[] = [];
      for (let tries = 0; tries <= limit; tries += 1) statuses.push((await browser.visit(location)).status);
      expect(new Set(statuses.slice(0, -1))).toEqual(new Set([302]));
      expect(statuses.at(-1)).toBe(429);
      expect(await count(context, 'protected_sessions')).toBe(limit);
      expect(await count(context, 'audit_events')).toBe(before);
    } finally {
      await limited.close();
    }
  });

  it('is no opening in the audit log, as long as nothing was opened', async () => {
    const [thief, victim] = [new ProxiedBrowser(server), new ProxiedBrowser(server)];
    await victim.signIn(seed.own.owner.email);
    const location = (await thief.ask('/')).headers.get('location') ?? '';
    const before = await count(server.app.context, 'audit_events');
    // A link on any page, to which the browser sends its cookie of Castellan.
    const page = await victim.visit(location);
    const back = (page.headers.get('location') ?? '').slice('https://wiki.example'.length);
    expect((await victim.ask(back)).status).toBe(403);
    expect((await count(server.app.context, 'audit_events')) - before).toBe(0);
  });

  it('leaves no code behind for whoever made it go there', async () => {
    const [thief, victim] = [new ProxiedBrowser(server), new ProxiedBrowser(server)];
    await victim.signIn(seed.own.owner.email);
    const location = (await thief.ask('/')).headers.get('location') ?? '';
    const page = await victim.visit(location);
    const back = (page.headers.get('location') ?? '').slice('https://wiki.example'.length);
    // The browser comes with the code, but isn't the one that it is for. A page of this host that opened it can read its address.
    expect((await victim.ask(back)).status).toBe(403);
    expect((await thief.ask(back)).status).toBe(403);
  });
});

it('two ports of a name have cookies of their own, as browsers have one jar for both', async () => {
  const port = `${protectedHost}:8443`;
  await addProtectedHost(server.app.context.db.write, tenantId(), { host: port, id: 'app_port' });
  const browser = new ProxiedBrowser(server);
  browser.jars.set(port, browser.cookies(protectedHost));
  await browser.signIn(seed.own.owner.email);
  await browser.open('/');
  await browser.open('/', { host: port, id: 'app_port' });
  expect((await browser.ask('/', { host: port, id: 'app_port' })).status).toBe(200);
  expect((await browser.ask('/')).status).toBe(200);
});

it('a picture on a page signs no one out of its host', async () => {
  const browser = new ProxiedBrowser(server);
  await browser.signIn(seed.own.owner.email);
  await browser.open('/');
  const visit = browser.visitAt();
  await browser.ask('/.castellan/sign-out', { headers: { accept: 'image/*', 'sec-fetch-dest': 'image' } });
  browser.cookies(protectedHost).set('__Host-castellan-visit-app_proxied', visit);
  expect((await browser.ask('/')).status).toBe(200);
});

describe('someone unknown', () => {
  it('makes the organization read nothing anew', async () => {
    const { changes } = server.app.context.db;
    const before = changes.position();
    const junk = `__Host-castellan-visit-app_proxied=${'A'.repeat(43)}`;
    for (const target of ['/', '/.castellan/sign-out', `/.castellan/callback?code=${'A'.repeat(43)}`])
      await new ProxiedBrowser(server).ask(target, {
        headers: { cookie: `${junk}; __Host-castellan-way-back-app_proxied=${'A'.repeat(43)}` },
      });
    expect([changes.isCurrent('authority', tenantId(), before), changes.position() - before]).toEqual([true, 0]);
  });
});

it('a client of the proxy of Castellan itself asks no questions that are for proxies', async () => {
  // docs/operating.md: nginx passes Host on, and whatever X-Forwarded-Host and X-Forwarded-Uri a client sends.
  const forwarded = [`X-Forwarded-Host: ${protectedHost}`, 'X-Forwarded-Proto: https', 'X-Forwarded-Method: GET'];
  const ask = (id: string) =>
    sendRaw(`/forward-auth/check/${id}`, [...forwarded, 'X-Forwarded-Uri: /', 'Accept: text/html']);
  for (const id of ['app_proxied', 'app_unknown'])
    expect(await ask(id)).toMatch(/^HTTP\/1\.1 403 .*not through the public URL$/s);
});

it('a cookie of Castellan whose name begins with a no-break space is another one', async () => {
  const browser = new ProxiedBrowser(server);
  await browser.signIn(seed.own.owner.email);
  const answer = await sendRaw('/oauth2/session', [`Cookie: \u00a0${browser.cookieHeader('castellan.example')}`]);
  expect(answer).toContain(' 401 ');
});

describe('what is kept in memory', () => {
  const member = () => seed.own.target;
  const opened = async () => {
    const browser = new ProxiedBrowser(server);
    await browser.signIn(member().email);
    await browser.open('/team');
    expect((await browser.ask('/team', { headers: { accept: '*/*' } })).status).toBe(200);
    return browser;
  };
  const statusOf = async (browser: ProxiedBrowser, target = '/team') =>
    (await browser.ask(target, { headers: { accept: '*/*' } })).status;
  const groupsOf = async (browser: ProxiedBrowser) =>
    (await browser.ask('/', { headers: { accept: '*/*' } })).headers.get('remote-groups');

  it('is read anew after each change', async () => {
    const browser = await opened();
    const { db } = server.app.context;
    const membership = await tablesOf(db.read)
      .selectFrom('group_members')
      .selectAll()
      .where('user_id', '=', member().id)
      .execute();
    await change((t) => t.deleteFrom('group_members').where('user_id', '=', member().id).execute());
    expect(await statusOf(browser)).toBe(403);
    await change((t) => t.insertInto('group_members').values(membership).execute());
    expect(await statusOf(browser)).toBe(200);
    await change((t) => t.updateTable('users').set({ role: 'admin' }).where('id', '=', member().id).execute());
    expect(await groupsOf(browser)).toContain('role:admin');
    await change((t) =>
      t.updateTable('users').set({ role: 'member', guest: 1 }).where('id', '=', member().id).execute(),
    );
    expect(await statusOf(browser, '/')).toBe(403);
    await change((t) => t.updateTable('users').set({ guest: 0 }).where('id', '=', member().id).execute());
    expect(await statusOf(browser, '/')).toBe(200);
    await change((t) => t.updateTable('groups').set({ name: 'Renamed' }).where('id', '=', seed.own.group.id).execute());
    expect(await groupsOf(browser)).toContain('Renamed');
    await change((t) =>
      t.updateTable('workspaces').set({ slug: 'moved' }).where('id', '=', seed.own.workspace.id).execute(),
    );
    expect(await groupsOf(browser)).toContain('workspace:moved:');
    await change((t) => t.updateTable('users').set({ name: 'New Name' }).where('id', '=', member().id).execute());
    expect((await browser.ask('/')).headers.get('remote-name')).toBe('New Name');
    await change((t) => t.updateTable('users').set({ status: 'disabled' }).where('id', '=', member().id).execute());
    expect(await statusOf(browser, '/')).toBe(401);
    await change((t) => t.updateTable('users').set({ status: 'active' }).where('id', '=', member().id).execute());
    await change((t) => t.updateTable('tenants').set({ delete_at: 1 }).where('id', '=', tenantId()).execute());
    expect(await statusOf(browser, '/')).toBe(403);
    await change((t) => t.updateTable('tenants').set({ delete_at: null }).where('id', '=', tenantId()).execute());
    expect(await statusOf(browser, '/')).toBe(200);
    await change((t) =>
      t.updateTable('applications').set({ host: 'moved.example' }).where('id', '=', 'app_proxied').execute(),
    );
    expect(await statusOf(browser, '/')).toBe(403);
    await change((t) =>
      t.updateTable('applications').set({ host: protectedHost }).where('id', '=', 'app_proxied').execute(),
    );
    expect(await statusOf(browser, '/')).toBe(200);
    await change((t) => t.deleteFrom('groups').where('id', '=', seed.own.group.id).execute());
    expect([await statusOf(browser), await groupsOf(browser)]).toEqual([403, expect.not.stringContaining('Renamed')]);
    await change((t) => t.deleteFrom('sessions').where('user_id', '=', member().id).execute());
    expect(await statusOf(browser, '/')).toBe(401);
  });
});
