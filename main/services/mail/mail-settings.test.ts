import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { type MailServer, type MailServerOptions, startMailServer } from '#e2e/support/mail-server.ts';
import { mailAccount as account, type Settings, settingsAt } from '#e2e/support/mail-settings.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { invite, mailsTo } from '#e2e/support/team.ts';
import { createTestService, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { findMailServer } from '../../storage/store/mail/mail-server.ts';

const { deleteMailSettings, getMailSettings, sendTestMail, updateMailSettings } = contract.mail;

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner('first@example.com'));
let opened: { close(): unknown }[] = [];
beforeEach(async () => {
  app.clock.advance(1);
});
afterEach(async () => {
  for (const one of opened) await one.close();
  opened = [];
});

const serve = async (options: MailServerOptions = {}): Promise<MailServer> => {
  const server = await startMailServer(0, options);
  opened.push(server);
  return server;
};
const get = (person = owner) => app.call(getMailSettings, {}, { token: person.token });
const set = (port: number, change: Partial<Settings> = {}, person = owner) =>
  app.call(updateMailSettings, settingsAt(port, change), { token: person.token });
const test = (person = owner) => app.call(sendTestMail, {}, { token: person.token });
const stored = () => findMailServer(app.service.context.db.read);
const drain = () => app.service.mailWorker.drain();

describe('the right to set the mail server', () => {
  it('belongs to owners of the admin team; its admins and other owners only learn whether there is one', async () => {
    const coOwner = await app.join(owner, 'owner');
    const admin = await app.join(owner, 'admin');
    const member = await app.join(owner);
    const guest = await app.owner('guest@example.com');
    const server = await serve();
    expect(await get()).toEqual({
      source: 'none',
      changeable: true,
      server: null,
      waiting: expect.any(Number),
      held_since: null,
      sender_refused: false,
    });
    await set(server.port);
    for (const person of [owner, coOwner]) {
      expect(await get(person)).toMatchObject({ source: 'settings', changeable: true, server: { host: '127.0.0.1' } });
    }
    for (const person of [admin, guest]) {
      expect(await get(person)).toEqual({
        source: 'settings',
        changeable: false,
        server: null,
        waiting: 0,
        held_since: null,
        sender_refused: false,
      });
      await failsWith(set(server.port, {}, person), 'FORBIDDEN');
      await failsWith(test(person), 'FORBIDDEN');
      const removal = app.call(deleteMailSettings, { password: testPassword }, { token: person.token });
      await failsWith(removal, 'FORBIDDEN');
    }
    await failsWith(get(member), 'FORBIDDEN');
    await set(server.port, {}, coOwner);
    await test(coOwner);
  });

  it('stays with the first team when a clock that was set back makes a later one look older', async () => {
    app.clock.advance(-5 * minute);
    const later = await app.owner('later@example.com');
    app.clock.advance(5 * minute);
    await failsWith(set(1, {}, later), 'FORBIDDEN');
    expect(await get()).toMatchObject({ changeable: true });
  });

  it('passes to owners of the next team when the first is gone', async () => {
    const heir = await app.owner('heir@example.com');
    const leaving = { confirmation: 'DELETE', password: owner.password } as const;
    await failsWith(set(25, {}, heir), 'FORBIDDEN');
    await app.call(contract.profile.deleteMe, leaving, { token: owner.token });
    const { db } = app.service.context;
    await tablesOf(db.write).deleteFrom('tenants').where('id', '=', owner.tenantId).execute();
    await set(25, {}, heir);
  });

  it('belongs to no one in sample data, whose email is never sent, even with a mail server', async () => {
    const fresh = await createTestService();
    const sample = await fresh.call(contract.welcome.createSampleTenant, {});
    const by = { token: sample.access_token };
    expect(await fresh.call(getMailSettings, {}, by)).toMatchObject({ source: 'none', changeable: false });
    await failsWith(
      fresh.call(updateMailSettings, settingsAt(25, { password: sample.password }), by),
      'STATE_CONFLICT',
    );
    await failsWith(fresh.call(sendTestMail, {}, by), 'STATE_CONFLICT');
    const server = await serve();
    const real = await fresh.owner('real@example.com');
    await fresh.call(updateMailSettings, settingsAt(server.port, { kept_mails: 'send' }), { token: real.token });
    await fresh.service.mailWorker.drain();
    expect(server.mails.map(({ to }) => to)).toEqual([['real@example.com']]);
    const outbox = await fresh.call(
      contract.mail.listMails,
      { tenant_id: sample.user.tenant_id, status: 'queued' },
      by,
    );
    expect(outbox).toMatchObject({ delivery: 'kept', total: 2 });
    await fresh.close();
  });
});

describe('a configured mail server', () => {
  it('is used from the next email on, without a restart, and after one', async () => {
    const [first, second] = [await serve(), await serve()];
    await set(first.port, { kept_mails: 'send' });
    await drain();
    expect(first.mails.map(({ to }) => to)).toEqual([[owner.email]]);
    expect(first.mails[0]?.from).toBe('castellan@acme.example');
    expect(first.mails[0]?.headers).toContainEqual(['from', 'Castellan of Acme <castellan@acme.example>']);
    await set(second.port);
    await invite(app, owner, 'guest@example.com');
    await drain();
    await app.restart();
    await invite(app, owner, 'late@example.com');
    await drain();
    expect(second.mails.map(({ to }) => to)).toEqual([['guest@example.com'], ['late@example.com']]);
    expect(first.mails).toHaveLength(1);
  });

  it('gets the held emails on request; otherwise they fail and can be sent manually', async () => {
    const server = await serve();
    await invite(app, owner, 'one@example.com');
    expect((await get()).waiting).toBe(2);
    await set(server.port, { kept_mails: 'keep' });
    await drain();
    expect(server.mails).toEqual([]);
    const [mail] = await mailsTo(app, 'one@example.com');
    expect(mail).toMatchObject({ status: 'abandoned', last_error: 'left_in_outbox' });
    const at = { tenant_id: owner.tenantId, mail_id: mail?.id ?? '' };
    await app.call(contract.mail.retryMail, at, { token: owner.token });
    await drain();
    expect(server.mails.map(({ to }) => to)).toEqual([['one@example.com']]);
  });

  it('can be removed, after which email is held as before', async () => {
    const server = await serve();
    await set(server.port);
    const answer = await app.call(deleteMailSettings, { password: testPassword }, { token: owner.token });
    expect(answer).toMatchObject({ source: 'none', server: null });
    await invite(app, owner, 'kept@example.com');
    await drain();
    expect(server.mails).toEqual([]);
    expect((await mailsTo(app, 'kept@example.com'))[0]?.status).toBe('queued');
    const again = app.call(deleteMailSettings, { password: testPassword }, { token: owner.token });
    await failsWith(again, 'STATE_CONFLICT');
  });

  it('is read-only if it is given at startup', async () => {
    const server = await serve();
    const outside = await createTestService({
      'smtp-url': `smtp://u:s3cret-word@127.0.0.1:${server.port}?ignoreTLS=true`,
    });
    const boss = await outside.owner();
    const by = { token: boss.token };
    const answer = await outside.call(getMailSettings, {}, by);
    expect(answer).toMatchObject({
      source: 'outside',
      changeable: false,
      server: { port: server.port, username: 'u' },
    });
    expect(JSON.stringify(answer)).not.toContain('s3cret-word');
    await failsWith(outside.call(updateMailSettings, settingsAt(25), by), 'STATE_CONFLICT');
    await failsWith(outside.call(deleteMailSettings, { password: testPassword }, by), 'STATE_CONFLICT');
    await outside.close();
  });
});

describe("the mail server's password", () => {
  it('is encrypted, never returned, and in no row of the audit log', async () => {
    const server = await serve({ account });
    const login = { username: account.user, server_password: account.password };
    const answer = await set(server.port, { ...login, kept_mails: 'send' });
    expect(answer.server).toMatchObject({ username: account.user, has_password: true });
    const row = await stored();
    expect(row?.sealed_password).toEqual(expect.any(String));
    for (const text of [row, answer, await get(), await auditRows(app, owner.tenantId)].map((one) =>
      JSON.stringify(one),
    )) {
      expect(text).not.toContain(account.password);
    }
    await drain();
    expect(server.mails).toHaveLength(1);
  });

  it('is kept if omitted, but never for another server, port, security or user', async () => {
    const server = await serve({ account });
    await set(server.port, { username: account.user, server_password: account.password });
    const before = await stored();
    await set(server.port, { username: account.user, sender_name: 'Renamed' });
    expect((await stored())?.sealed_password).toBe(before?.sealed_password);
    expect((await test()).outcome).toBe('sent');
    const changes = [{ host: 'localhost' }, { port: 26 }, { security: 'starttls' }, { username: 'other' }] as const;
    for (const change of changes) {
      const details = await failsWith(set(server.port, { username: account.user, ...change }), 'VALIDATION_FAILED');
      expect(details.errors?.[0]?.path).toBe('server_password');
    }
    await set(server.port, { username: '' });
    expect((await stored())?.sealed_password).toBeNull();
  });
});

describe('a valid mail host', () => {
  it.each(['mail.example', 'localhost', '192.0.2.1', '::1', '2001:db8::25'])('can be %s', async (host) => {
    expect((await set(25, { host })).server?.host).toBe(host);
  });

  it.each(['', 'smtp://mail.example', 'mail.example:25', 'a b', 'x\r\nEHLO', '-mail', 'user@mail', '[::1]'])(
    'cannot be %j',
    async (host) => {
      await failsWith(set(25, { host }), 'VALIDATION_FAILED');
    },
  );
});
