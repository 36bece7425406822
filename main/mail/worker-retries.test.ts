import { createServer } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMailService, tokenIn } from '#e2e/support/mail-service.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { invite, mailsTo } from '#e2e/support/team.ts';
import type { Person, TestService } from '#e2e/support/test-service.ts';
import type { SealedText } from '#main/storage/database/sealed-text.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../storage/database/tables.ts';

const service = perTest(() => createMailService());
let app: TestService;
beforeEach(async () => {
  app = service.app;
});

describe('failures', () => {
  const statusOf = async (owner: Person) => {
    const [mail] = await mailsTo(app, owner.email);
    return { status: mail?.status, attempts: mail?.attempts };
  };

  it('retries after 1, 2, 4 … minutes, at most an hour, and gives up after the eighth attempt', async () => {
    service.server.refuse = () => ({ code: 451, text: 'Try again later' });
    const owner = await app.owner();
    await service.drain();
    const waits = [1, 2, 4, 8, 16, 32, 60];
    for (const [n, wait] of waits.entries()) {
      const [mail] = await mailsTo(app, owner.email);
      expect(mail).toMatchObject({ status: 'failed', attempts: n + 1, last_error: 'recipient_refused' });
      expect(mail?.next_attempt_at).toBe(app.clock.now() + wait * minute);
      expect(mail?.sealed_secret).not.toBeNull();
      app.clock.advance(wait * minute - 1);
      await service.drain();
      expect(service.server.attempts).toBe(n + 1);
      app.clock.advance(1);
      await service.drain();
      expect(service.server.attempts).toBe(n + 2);
    }
    expect(await statusOf(owner)).toEqual({ status: 'abandoned', attempts: 8 });
    app.clock.advance(100 * minute);
    await service.drain();
    expect(service.server.attempts).toBe(8);
  });

  it('gives up immediately after a permanent refusal, and continues with the next email', async () => {
    service.server.refuse = (to) => (to.startsWith('no') ? { code: 550, text: 'No such mailbox' } : undefined);
    const refused = await app.owner('no@example.com');
    const fine = await app.owner('yes@example.com');
    await service.drain();
    expect(await statusOf(refused)).toEqual({ status: 'abandoned', attempts: 1 });
    expect((await mailsTo(app, refused.email))[0]?.last_error).toBe('recipient_refused');
    expect(await statusOf(fine)).toEqual({ status: 'sent', attempts: 1 });
    service.server.refuse = undefined;
    const scope = { tenant_id: refused.tenantId, mail_id: (await mailsTo(app, refused.email))[0]?.id ?? '' };
    await app.call(contract.mail.retryMail, scope, { token: refused.token });
    await service.drain();
    expect(await statusOf(refused)).toEqual({ status: 'sent', attempts: 1 });
    await app.call(contract.auth.verifyEmail, { token: tokenIn(service.arrived(refused.email)) });
  });

  it('keeps an email while no server answers, and delivers it once the server is back, even after a restart', async () => {
    await service.server.close();
    const owner = await app.owner();
    await service.drain();
    expect(await statusOf(owner)).toEqual({ status: 'failed', attempts: 1 });
    expect((await mailsTo(app, owner.email))[0]?.last_error).toBe('connection_refused');
    await app.restart();
    app.clock.advance(1 * minute);
    await service.restartServer();
    await service.drain();
    expect(await statusOf(owner)).toEqual({ status: 'sent', attempts: 2 });
    await app.call(contract.auth.verifyEmail, { token: tokenIn(service.arrived(owner.email)) });
  });

  it('keeps an email whose link has expired only by a clock that is ahead', async () => {
    service.server.refuse = () => ({ code: 451, text: 'Later' });
    const owner = await app.owner('ahead@example.com');
    await service.drain();
    service.server.refuse = undefined;
    app.clock.advance(11 * minute);
    app.clock.jump(365 * 24 * 60 * minute);
    await service.drain();
    expect(service.arrived(owner.email)).toBeUndefined();
    app.clock.jump(-365 * 24 * 60 * minute);
    await service.drain();
    expect(await statusOf(owner)).toMatchObject({ status: 'sent' });
    await app.call(contract.auth.verifyEmail, { token: tokenIn(service.arrived(owner.email)) });
  });

  it('does not send a link that was voided, has expired, or is gone', async () => {
    service.server.refuse = () => ({ code: 451, text: 'Later' });
    const owner = await app.owner('dead@example.com');
    const sent = await invite(app, owner, 'revoked@example.com');
    const gone = await invite(app, owner, 'gone@example.com');
    await service.drain();
    const scope = { tenant_id: owner.tenantId, invitation_id: sent.invitation_id };
    await app.call(contract.team.revokeInvitation, scope, { token: owner.token });
    const { db } = app.service.context;
    await tablesOf(db.write).deleteFrom('invitations').where('id', '=', gone.invitation_id).execute();
    service.server.refuse = undefined;
    app.clock.advance(24 * 60 * minute);
    await service.drain();
    expect(service.server.mails).toEqual([]);
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
    const change = { sealed_secret: 'gone.AAAA' as SealedText<'mails.sealed_secret'>, next_attempt_at: 0 };
    await tablesOf(db.write).updateTable('mails').set(change).where('recipient', '=', broken.email).execute();
    await service.drain();
    expect(await statusOf(broken)).toEqual({ status: 'failed', attempts: 1 });
    expect(await statusOf(fine)).toEqual({ status: 'sent', attempts: 1 });
  });

  it("tells nothing of what a server says that isn't a mail server", async () => {
    await service.server.close();
    const other = createServer((socket) => socket.end('-ERR wrong number of arguments, password=hunter2\r\n'));
    await new Promise<void>((resolve) => other.listen(service.server.port, '127.0.0.1', resolve));
    const owner = await app.owner();
    await service.drain();
    expect((await mailsTo(app, owner.email))[0]?.last_error).toBe('not_a_mail_server');
    await new Promise((resolve) => other.close(resolve));
    await service.restartServer();
  });
});
