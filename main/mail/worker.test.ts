import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '#e2e/support/fake-clock.ts';
import { createMailService, header, tokenIn } from '#e2e/support/mail-service.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { invite, mailsTo, setUser } from '#e2e/support/team.ts';
import { type TestService, testConfig, testOrigin, testPassword } from '#e2e/support/test-service.ts';
import { createService, type Service } from '#main/app/compose.ts';
import { purge } from '#main/jobs/purge.ts';
import { createLogger } from '#main/platform/logger.ts';
import { invoke } from '#main/transport/invoke.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { tablesOf } from '../storage/database/tables.ts';

const service = perTest(() => createMailService());
let app: TestService;
beforeEach(async () => {
  app = service.app;
});

describe('delivery', () => {
  it('sends every kind, each only to its recipient, with working links', async () => {
    const { user_id } = await app.call(contract.auth.signup, {
      email: 'ann@example.com',
      name: 'Ann',
      password: testPassword,
      company_name: 'Ann & Co',
    });
    await service.drain();
    const verification = service.arrived('ann@example.com');
    expect(header(verification, 'subject')).toEqual(['Verify your email address']);
    expect(verification?.text).toContain(`${testOrigin}/verify#token=`);
    await app.call(contract.auth.verifyEmail, { token: tokenIn(verification) });

    await app.call(contract.auth.forgotPassword, { email: 'ann@example.com' });
    await service.drain();
    const reset = service.arrived('ann@example.com');
    expect(header(reset, 'subject')).toEqual(['Reset your password']);
    const { access_token } = await app.call(contract.auth.resetPassword, {
      token: tokenIn(reset),
      new_password: 'a second good secret',
    });
    await service.drain();
    expect(header(service.arrived('ann@example.com'), 'subject')).toEqual(['Your password was changed']);

    const { tenant_id } = await app.call(contract.profile.getMe, {}, { token: access_token });
    const input = { tenant_id, email: 'bob@example.com', role: 'member' } as const;
    await app.call(contract.team.inviteMember, input, { token: access_token });
    await service.drain();
    const invitation = service.arrived('bob@example.com');
    expect(header(invitation, 'subject')).toEqual(['Ann invited you to Ann & Co']);
    const joined = await app.call(contract.team.acceptInvitation, {
      token: tokenIn(invitation),
      name: 'Bob',
      password: testPassword,
    });
    expect(joined.user.tenant_id).toBe(tenant_id);
    await service.drain();
    expect(header(service.arrived('ann@example.com'), 'subject')).toEqual(['Bob joined Ann & Co']);

    const change = { new_email: 'ann.new@example.com', password: 'a second good secret' };
    await app.call(contract.profile.changeEmail, change, { token: access_token });
    await service.drain();
    const notice = service.arrived('ann@example.com');
    expect(header(notice, 'subject')).toEqual(['Your email address is about to change']);
    expect(notice?.text).toContain('ann.new@example.com');
    await app.call(contract.auth.verifyEmail, { token: tokenIn(service.arrived('ann.new@example.com')) });
    await app.call(contract.profile.cancelEmailChange, { token: tokenIn(notice) });
    const user = await tablesOf(app.service.context.db.read)
      .selectFrom('users')
      .select('email')
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow();
    expect(user.email).toBe('ann@example.com');

    for (const mail of service.server.mails) {
      expect(mail.from).toBe('sender@castellan.example');
      expect(mail.to).toHaveLength(1);
      expect(header(mail, 'to')).toEqual(mail.to);
      expect(header(mail, 'from')).toEqual(['Castellan <sender@castellan.example>']);
      for (const name of ['cc', 'bcc', 'reply-to']) expect(header(mail, name)).toEqual([]);
      expect(mail.types).toEqual(['text/plain', 'text/html']);
      expect(mail.text).toContain('-- \nSent by Castellan');
      expect(mail.html).toContain('<!doctype html>');
    }
    expect(service.server.mails).toHaveLength(7);
  });

  it('marks an email as sent, erases the token of its link, and sends it once', async () => {
    const owner = await app.owner();
    await Promise.all([service.drain(), service.drain(), service.drain()]);
    await service.drain();
    expect(service.server.mails).toHaveLength(1);
    const [mail] = await mailsTo(app, owner.email);
    expect(mail).toMatchObject({
      status: 'sent',
      attempts: 1,
      sent_at: app.clock.now(),
      sealed_secret: null,
      last_error: null,
    });
  });

  it('lets no name add a header or a recipient', async () => {
    const owner = await app.owner();
    const names = [
      'Eve\r\nBcc: spy@example.com',
      'Eve <spy@example.com>, "x',
      'Ève "quoted" 山田 🏰',
      `${'long '.repeat(39)}end`,
    ];
    for (const [n, name] of names.entries()) {
      await setUser(app, owner.id, { name });
      await invite(app, owner, `guest${n}@example.com`);
      await service.drain();
      const mail = service.arrived(`guest${n}@example.com`);
      expect(mail?.to).toEqual([`guest${n}@example.com`]);
      expect(header(mail, 'bcc')).toEqual([]);
      expect(header(mail, 'subject')).toHaveLength(1);
      expect(header(mail, 'subject')[0]).toContain(
        // A subject holds 40 letters of a name.
        name
          .slice(0, 38)
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/ <?spy@example.com(>,)?/g, ''),
      );
      expect(header(mail, 'subject')[0]).not.toContain('@');
    }
    expect(service.server.mails.flatMap((mail) => mail.to)).not.toContain('spy@example.com');
  });

  it('treats an address with a quoted part or a comma as one recipient', async () => {
    const owner = await app.owner();
    await tablesOf(app.service.context.db.write)
      .updateTable('mails')
      .set({ recipient: 'a,spy@example.com' })
      .where('recipient', '=', owner.email)
      .execute();
    await service.drain();
    expect(service.server.mails.flatMap((mail) => mail.to).filter((to) => to === 'spy@example.com')).toEqual([]);
    expect(service.server.mails.every((mail) => mail.to.length === 1)).toBe(true);
  });

  it('starts soon after each commit that queues an email', async () => {
    await app.service.start();
    for (const _ of [1, 2]) {
      const owner = await app.owner();
      await expect.poll(() => service.arrived(owner.email)?.to, { timeout: 10_000 }).toEqual([owner.email]);
      await expect.poll(async () => (await mailsTo(app, owner.email))[0]?.status).toBe('sent');
    }
  });

  it('does nothing about a request right after its answer, so that a call that follows tells nothing', async () => {
    const owner = await app.owner();
    await service.drain();
    await app.service.start();
    const waiting = async () =>
      (await tablesOf(app.service.context.db.read).selectFrom('mail_requests').select('email').execute()).map(
        ({ email }) => email,
      );
    const asked = performance.now();
    for (const email of [owner.email, 'nobody@example.com']) await app.call(contract.auth.forgotPassword, { email });
    await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toEqual([]);
    expect(performance.now() - asked).toBeGreaterThan(500);
    await expect.poll(() => service.arrived(owner.email)?.text, { timeout: 10_000 }).toContain('/reset#token=');
  });
});

describe('without a mail server', () => {
  it('holds email unchanged, and once a server is set sends what still has a valid link', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'));
    const clock = createFakeClock();
    const overrides = { clock, log: createLogger('silent') };
    const client = { ip: '127.0.0.1', userAgent: '', background: false, requestId: 'req_test' };
    const signUp = (other: Service, email: string) =>
      invoke(
        other.context,
        contract.auth.signup,
        { email, name: 'Kept', password: testPassword, company_name: 'Kept' },
        { authorization: undefined, client },
      );
    const statuses = async (other: Service) => {
      const query = tablesOf(other.context.db.read)
        .selectFrom('mails')
        .select(['recipient', 'status'])
        .orderBy('recipient');
      return Object.fromEntries((await query.execute()).map((row) => [row.recipient, row.status]));
    };
    const kept = await createService(testConfig(dataDir), overrides);
    await signUp(kept, 'early@example.com');
    clock.advance(30 * day);
    await signUp(kept, 'late@example.com');
    await kept.mailWorker.drain();
    await purge(kept.context);
    expect(await kept.context.mailGateway.delivery()).toBe('kept');
    expect(await statuses(kept)).toEqual({ 'early@example.com': 'queued', 'late@example.com': 'queued' });
    await kept.stop();
    expect(service.server.attempts).toBe(0);

    const sending = await createService(testConfig(dataDir, { 'smtp-url': service.server.url }), overrides);
    await sending.mailWorker.drain();
    expect(await statuses(sending)).toEqual({ 'early@example.com': 'abandoned', 'late@example.com': 'sent' });
    expect(service.server.mails.map(({ to }) => to)).toEqual([['late@example.com']]);
    await sending.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
