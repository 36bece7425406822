import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
import { day, minute } from '#shared/limits.ts';

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
  it('sends all five kinds, each only to its recipient, with working links', { timeout: 30_000 }, async () => {
    const { user_id } = await app.call(contract.auth.signup, {
      email: 'ann@example.com',
      name: 'Ann',
      password: testPassword,
      company_name: 'Ann & Co',
    });
    await drain();
    const verification = arrived('ann@example.com');
    expect(header(verification, 'subject')).toEqual(['Verify your e-mail address']);
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
    expect(header(invitation, 'subject')).toEqual(['Ann invites you to Ann & Co']);
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
    expect(header(notice, 'subject')).toEqual(['Your e-mail address is about to change']);
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
      expect(header(mail, 'subject')[0]).toContain(name.replaceAll(/\s+/g, ' '));
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
    await expect.poll(() => arrived(owner.email)?.to, { timeout: 10_000 }).toEqual([owner.email]);
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
      expect(mail).toMatchObject({ status: 'failed', attempts: n + 1, last_error: expect.stringContaining('451') });
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
    expect((await mailsTo(app, refused.email))[0]?.last_error).toContain('550');
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
    expect((await mailsTo(app, owner.email))[0]?.last_error).toContain('ECONNREFUSED');
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
        last_error: 'Its link is no longer valid',
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
