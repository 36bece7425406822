import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '#e2e/fixtures/api-keys.ts';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import { createFakeClock } from '#e2e/fixtures/fake-clock.ts';
import { decodeWords, type MailServer, type ReceivedMail, startMailServer } from '#e2e/fixtures/mail-server.ts';
import { invite, mailsTo, setUser } from '#e2e/fixtures/team.ts';
import {
  createTestService,
  type Person,
  type TestService,
  testConfig,
  testOrigin,
  testPassword,
} from '#e2e/fixtures/test-service.ts';
import { createService, type Service } from '#main/compose.ts';
import { purge } from '#main/jobs/purge.ts';
import { createLogger } from '#main/platform/logger.ts';
import { invoke } from '#main/transport/invoke.ts';
import { contract } from '#shared/contract/index.ts';
import { day, mailQuotas, minute, second, throttles } from '#shared/limits.ts';

let server: MailServer;
let app: TestService;
beforeEach(async () => {
  server = await startMailServer();
  app = await createTestService({ 'smtp-url': server.url, 'mail-from': 'Castellan <sender@castellan.example>' });
});
afterEach(async () => {
  await app.close();
  await server.close();
});

const drain = () => app.service.mailWorker.drain();
const header = (mail: ReceivedMail | undefined, name: string) =>
  (mail?.headers ?? []).filter(([key]) => key === name).map(([, value]) => decodeWords(value));
const tokenIn = (mail: ReceivedMail | undefined): string => {
  const inText = /#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(mail?.html).toContain(`#token=${inText}"`);
  return inText;
};
const arrived = (to: string): ReceivedMail | undefined => server.mails.findLast((mail) => mail.to.includes(to));

describe('delivery', () => {
  it('sends all five kinds, each only to its recipient, with working links', async () => {
    const { user_id } = await app.call(contract.auth.signup, {
      email: 'ann@example.com',
      name: 'Ann',
      password: testPassword,
      company_name: 'Ann & Co',
    });
    await drain();
    const verification = arrived('ann@example.com');
    expect(header(verification, 'subject')).toEqual(['Verify your email address']);
    expect(verification?.text).toContain(`${testOrigin}/verify#token=`);
    await app.call(contract.auth.verifyEmail, { token: tokenIn(verification) });

    await app.call(contract.auth.forgotPassword, { email: 'ann@example.com' });
    await drain();
    const reset = arrived('ann@example.com');
    expect(header(reset, 'subject')).toEqual(['Reset your password']);
    const { access_token } = await app.call(contract.auth.resetPassword, {
      token: tokenIn(reset),
      new_password: 'a second good secret',
    });
    await drain();
    expect(header(arrived('ann@example.com'), 'subject')).toEqual(['Your password was changed']);

    const { tenant_id } = await app.call(contract.profile.getMe, {}, { token: access_token });
    const input = { tenant_id, email: 'bob@example.com', role: 'member' } as const;
    await app.call(contract.team.inviteMember, input, { token: access_token });
    await drain();
    const invitation = arrived('bob@example.com');
    expect(header(invitation, 'subject')).toEqual(['Ann invited you to Ann & Co']);
    const joined = await app.call(contract.team.acceptInvitation, {
      token: tokenIn(invitation),
      name: 'Bob',
      password: testPassword,
    });
    expect(joined.user.tenant_id).toBe(tenant_id);

    const change = { new_email: 'ann.new@example.com', password: 'a second good secret' };
    await app.call(contract.profile.changeEmail, change, { token: access_token });
    await drain();
    const notice = arrived('ann@example.com');
    expect(header(notice, 'subject')).toEqual(['Your email address is about to change']);
    expect(notice?.text).toContain('ann.new@example.com');
    await app.call(contract.auth.verifyEmail, { token: tokenIn(arrived('ann.new@example.com')) });
    await app.call(contract.profile.cancelEmailChange, { token: tokenIn(notice) });
    const user = await app.service.context.db.read
      .selectFrom('users')
      .select('email')
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow();
    expect(user.email).toBe('ann@example.com');

    for (const mail of server.mails) {
      expect(mail.from).toBe('sender@castellan.example');
      expect(mail.to).toHaveLength(1);
      expect(header(mail, 'to')).toEqual(mail.to);
      expect(header(mail, 'from')).toEqual(['Castellan <sender@castellan.example>']);
      for (const name of ['cc', 'bcc', 'reply-to']) expect(header(mail, name)).toEqual([]);
      expect(mail.types).toEqual(['text/plain', 'text/html']);
      expect(mail.text).toContain('-- \nCastellan');
      expect(mail.html).toContain('<!doctype html>');
    }
    expect(server.mails).toHaveLength(6);
  });

  it('marks an email as sent, erases the token of its link, and sends it once', async () => {
    const owner = await app.owner();
    await Promise.all([drain(), drain(), drain()]);
    await drain();
    expect(server.mails).toHaveLength(1);
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
      await drain();
      const mail = arrived(`guest${n}@example.com`);
      expect(mail?.to).toEqual([`guest${n}@example.com`]);
      expect(header(mail, 'bcc')).toEqual([]);
      expect(header(mail, 'subject')).toHaveLength(1);
      expect(header(mail, 'subject')[0]).toContain(
        name.replaceAll(/\s+/g, ' ').replaceAll(/ <?spy@example.com(>,)?/g, ''),
      );
      expect(header(mail, 'subject')[0]).not.toContain('@');
    }
    expect(server.mails.flatMap((mail) => mail.to)).not.toContain('spy@example.com');
  });

  it('treats an address with a quoted part or a comma as one recipient', async () => {
    const owner = await app.owner();
    await app.service.context.db.write
      .updateTable('mails')
      .set({ recipient: 'a,spy@example.com' })
      .where('recipient', '=', owner.email)
      .execute();
    await drain();
    expect(server.mails.flatMap((mail) => mail.to).filter((to) => to === 'spy@example.com')).toEqual([]);
    expect(server.mails.every((mail) => mail.to.length === 1)).toBe(true);
  });

  it('starts shortly after the commit that queued an email', async () => {
    await app.service.start();
    const owner = await app.owner();
    await expect.poll(() => arrived(owner.email)?.to).toEqual([owner.email]);
    await expect.poll(async () => (await mailsTo(app, owner.email))[0]?.status).toBe('sent');
  });
});

describe('failures', () => {
  const statusOf = async (owner: Person) => {
    const [mail] = await mailsTo(app, owner.email);
    return { status: mail?.status, attempts: mail?.attempts };
  };

  it('retries after 1, 2, 4 … minutes, at most an hour, and gives up after the eighth attempt', async () => {
    server.refuse = () => ({ code: 451, text: 'Try again later' });
    const owner = await app.owner();
    await drain();
    const waits = [1, 2, 4, 8, 16, 32, 60];
    for (const [n, wait] of waits.entries()) {
      const [mail] = await mailsTo(app, owner.email);
      expect(mail).toMatchObject({ status: 'failed', attempts: n + 1, last_error: 'recipient_refused' });
      expect(mail?.next_attempt_at).toBe(app.clock.now() + wait * minute);
      expect(mail?.sealed_secret).not.toBeNull();
      app.clock.advance(wait * minute - 1);
      await drain();
      expect(server.attempts).toBe(n + 1);
      app.clock.advance(1);
      await drain();
      expect(server.attempts).toBe(n + 2);
    }
    expect(await statusOf(owner)).toEqual({ status: 'abandoned', attempts: 8 });
    app.clock.advance(100 * minute);
    await drain();
    expect(server.attempts).toBe(8);
  });

  it('gives up immediately after a permanent refusal, and continues with the next email', async () => {
    server.refuse = (to) => (to.startsWith('no') ? { code: 550, text: 'No such mailbox' } : undefined);
    const refused = await app.owner('no@example.com');
    const fine = await app.owner('yes@example.com');
    await drain();
    expect(await statusOf(refused)).toEqual({ status: 'abandoned', attempts: 1 });
    expect((await mailsTo(app, refused.email))[0]?.last_error).toBe('recipient_refused');
    expect(await statusOf(fine)).toEqual({ status: 'sent', attempts: 1 });
    server.refuse = undefined;
    const scope = { tenant_id: refused.tenantId, mail_id: (await mailsTo(app, refused.email))[0]?.id ?? '' };
    await app.call(contract.mail.retryMail, scope, { token: refused.token });
    await drain();
    expect(await statusOf(refused)).toEqual({ status: 'sent', attempts: 1 });
    await app.call(contract.auth.verifyEmail, { token: tokenIn(arrived(refused.email)) });
  });

  it('keeps an email while no server answers, and delivers it once the server is back, even after a restart', async () => {
    await server.close();
    const owner = await app.owner();
    await drain();
    expect(await statusOf(owner)).toEqual({ status: 'failed', attempts: 1 });
    expect((await mailsTo(app, owner.email))[0]?.last_error).toBe('connection_refused');
    await app.restart();
    app.clock.advance(1 * minute);
    server = await startMailServer(server.port);
    await drain();
    expect(await statusOf(owner)).toEqual({ status: 'sent', attempts: 2 });
    await app.call(contract.auth.verifyEmail, { token: tokenIn(arrived(owner.email)) });
  });

  it('does not send a link that was voided, has expired, or is gone', async () => {
    server.refuse = () => ({ code: 451, text: 'Later' });
    const owner = await app.owner('dead@example.com');
    const sent = await invite(app, owner, 'revoked@example.com');
    const gone = await invite(app, owner, 'gone@example.com');
    await drain();
    const scope = { tenant_id: owner.tenantId, invitation_id: sent.invitation_id };
    await app.call(contract.team.revokeInvitation, scope, { token: owner.token });
    const { db } = app.service.context;
    await db.write.deleteFrom('invitations').where('id', '=', gone.invitation_id).execute();
    server.refuse = undefined;
    app.clock.advance(24 * 60 * minute);
    await drain();
    expect(server.mails).toEqual([]);
    for (const email of ['dead@example.com', 'revoked@example.com', 'gone@example.com']) {
      expect((await mailsTo(app, email))[0]).toMatchObject({
        status: 'abandoned',
        last_error: 'link_invalid',
      });
    }
  });

  it('is not blocked by an email whose token cannot be decrypted', async () => {
    const broken = await app.owner();
    const fine = await app.owner();
    const { db } = app.service.context;
    const change = { sealed_secret: 'gone.AAAA', next_attempt_at: 0 };
    await db.write.updateTable('mails').set(change).where('recipient', '=', broken.email).execute();
    await drain();
    expect(await statusOf(broken)).toEqual({ status: 'failed', attempts: 1 });
    expect(await statusOf(fine)).toEqual({ status: 'sent', attempts: 1 });
  });
});

describe('fair shares', () => {
  const forgot = (email: string, ip: string) => app.call(contract.auth.forgotPassword, { email }, { ip });
  const order = () => server.mails.map(({ to }) => to[0]);

  it('sends resets and notices before invitations, and takes the tenants in turn', async () => {
    const [busy, other] = [await app.owner(), await app.owner()];
    await drain();
    server.mails.length = 0;
    for (const name of ['a1', 'a2', 'a3']) await invite(app, busy, `${name}@example.com`);
    for (const name of ['b1', 'b2']) await invite(app, other, `${name}@example.com`);
    await forgot(other.email, '192.0.2.1');
    await drain();
    expect(order()[0]).toBe(other.email);
    const turns = order()
      .slice(1)
      .map((to) => to?.slice(0, 1));
    expect([
      ['a', 'b', 'a', 'b', 'a'],
      ['b', 'a', 'b', 'a', 'a'],
    ]).toContainEqual(turns);
  });

  it('delays no reset email by 8,000 requests from one address', async () => {
    const victim = await app.owner();
    await drain();
    server.mails.length = 0;
    for (let number = 0; number < 8_000; number += 1) await forgot(`stranger${number}@example.com`, '192.0.2.66');
    const { db } = app.service.context;
    const waiting = await db.read.selectFrom('mail_requests').select('id').execute();
    expect(waiting).toHaveLength(throttles.mail_request.limit);
    await forgot(victim.email, '198.51.100.7');
    const startedAt = performance.now();
    await drain();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(order()).toEqual([victim.email]);
  });

  it('takes the addresses that send requests in turn, and keeps one of each request', async () => {
    const victim = await app.owner();
    const first = await app.owner('first@example.com');
    await drain();
    server.mails.length = 0;
    for (let number = 0; number < 20; number += 1) await forgot(`stranger${number}@example.com`, '192.0.2.66');
    // Requests of the same millisecond have no order.
    app.clock.advance(1);
    for (let number = 0; number < 5; number += 1) await forgot(first.email, '192.0.2.66');
    await forgot(victim.email, '198.51.100.7');
    await drain();
    expect(order()).toEqual([victim.email, first.email]);
  });

  it('sends nothing for an unverified account but its own verification, until it is verified', async () => {
    const guest = await app.owner(undefined, { verified: false });
    await invite(app, guest, 'stranger@example.com');
    await createKey(app, guest, { name: 'Your parcel waits' });
    const change = { new_email: 'other@example.com', password: guest.password };
    await app.call(contract.profile.changeEmail, change, { token: guest.token });
    await drain();
    expect(server.mails.map((mail) => [mail.to[0], header(mail, 'subject')[0]]).toSorted()).toEqual(
      [
        [guest.email, 'Verify your email address'],
        ['other@example.com', 'Verify your email address'],
      ].toSorted(),
    );
    const [held] = await mailsTo(app, 'stranger@example.com');
    expect(held).toMatchObject({ status: 'queued', attempts: 0, last_error: 'sender_unverified' });
    await app.call(contract.auth.verifyEmail, { token: tokenIn(arrived(guest.email)) });
    await drain();
    expect(arrived('stranger@example.com')).toBeDefined();
    expect((await mailsTo(app, 'stranger@example.com'))[0]).toMatchObject({ status: 'sent', last_error: null });
  });

  it('refuses invitations beyond the quotas of a day, with the reason, but never a reset', async () => {
    const { perTenant, perRecipient, windowMs } = mailQuotas;
    const owner = await app.owner();
    const { db, ids } = app.service.context;
    await drain();
    const [sent] = await mailsTo(app, owner.email);
    if (!sent) throw new Error('No email');
    const copy = (recipient: string) => ({ ...sent, id: ids.id('mail'), kind: 'invitation' as const, recipient });
    const add = (count: number, recipient: string) =>
      db.write
        .insertInto('mails')
        .values(Array.from({ length: count }, () => copy(recipient)))
        .execute();
    await add(perRecipient, 'popular@example.com');
    expect(await failsWith(invite(app, owner, 'popular@example.com'), 'MAIL_QUOTA_REACHED')).toMatchObject({
      reason: 'recipient_quota',
      params: { max: perRecipient },
    });
    const { invitation_id } = await invite(app, owner, 'someone@example.com');
    for (let count = 0; count < 10; count += 1) await add((perTenant - perRecipient) / 10, 'many@example.com');
    expect(await failsWith(invite(app, owner, 'one.more@example.com'), 'MAIL_QUOTA_REACHED')).toMatchObject({
      reason: 'tenant_quota',
      params: { max: perTenant },
      retry_after: windowMs / second,
    });
    const again = { tenant_id: owner.tenantId, invitation_id };
    await failsWith(app.call(contract.team.resendInvitation, again, { token: owner.token }), 'MAIL_QUOTA_REACHED');
    const change = { new_email: 'other@example.com', password: owner.password };
    await failsWith(app.call(contract.profile.changeEmail, change, { token: owner.token }), 'MAIL_QUOTA_REACHED');
    await forgot(owner.email, '192.0.2.1');
    await drain();
    expect(header(arrived(owner.email), 'subject')).toEqual(['Reset your password']);
    app.clock.advance(windowMs);
    await invite(app, await app.login(owner), 'one.more@example.com');
  });

  it("tells nothing of what a server says that isn't a mail server", async () => {
    await server.close();
    const other = createServer((socket) => socket.end('-ERR wrong number of arguments, password=hunter2\r\n'));
    await new Promise<void>((resolve) => other.listen(server.port, '127.0.0.1', resolve));
    const owner = await app.owner();
    await drain();
    expect((await mailsTo(app, owner.email))[0]?.last_error).toBe('not_a_mail_server');
    await new Promise((resolve) => other.close(resolve));
    server = await startMailServer();
  });
});

describe('without a mail server', () => {
  it('holds email unchanged, and once a server is set sends what still has a valid link', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'castellan-test-'));
    const clock = createFakeClock();
    const overrides = { clock, log: createLogger('silent') };
    const client = { ip: '127.0.0.1', userAgent: '', background: false, requestId: 'req_test' };
    const signUp = (service: Service, email: string) =>
      invoke(
        service.context,
        contract.auth.signup,
        { email, name: 'Kept', password: testPassword, company_name: 'Kept' },
        { authorization: undefined, client },
      );
    const statuses = async (service: Service) => {
      const query = service.context.db.read.selectFrom('mails').select(['recipient', 'status']).orderBy('recipient');
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
    expect(server.attempts).toBe(0);

    const sending = await createService(testConfig(dataDir, { 'smtp-url': server.url }), overrides);
    await sending.mailWorker.drain();
    expect(await statuses(sending)).toEqual({ 'early@example.com': 'abandoned', 'late@example.com': 'sent' });
    expect(server.mails.map(({ to }) => to)).toEqual([['late@example.com']]);
    await sending.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
