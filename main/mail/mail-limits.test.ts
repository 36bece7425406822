import { beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createMailService, header } from '#e2e/support/mail-service.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { invite, mailsTo } from '#e2e/support/team.ts';
import type { TestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { mailQuotas, second } from '#shared/rules/limits.ts';
import { tablesOf } from '../storage/database/tables.ts';

const service = perTest(() => createMailService());
let app: TestService;
beforeEach(async () => {
  app = service.app;
});

describe('limits of what an account may send', () => {
  it('sends an unverified account no notices', async () => {
    const guest = await app.owner(undefined, { verified: false });
    await createKey(app, guest, { name: 'Your parcel waits' });
    const change = { new_email: 'other@example.com', password: guest.password };
    await app.call(contract.profile.changeEmail, change, { token: guest.token });
    await service.drain();
    expect(service.server.mails.map((mail) => [mail.to[0], header(mail, 'subject')[0]]).toSorted()).toEqual(
      [
        [guest.email, 'Verify your email address'],
        ['other@example.com', 'Verify your email address'],
      ].toSorted(),
    );
  });

  it('counts only invitations for the quota of a recipient', async () => {
    const owner = await app.owner();
    const [sent] = await mailsTo(app, owner.email);
    if (!sent) throw new Error('No email');
    const { db, ids } = app.service.context;
    const copy = () => ({ ...sent, id: ids.id('mail'), kind: 'verification' as const, recipient: 'moved@example.com' });
    await tablesOf(db.write)
      .insertInto('mails')
      .values(Array.from({ length: mailQuotas.perRecipient }, copy))
      .execute();
    const change = { new_email: 'moved@example.com', password: owner.password };
    await expect(app.call(contract.profile.changeEmail, change, { token: owner.token })).resolves.toBeDefined();
  });

  it('refuses invitations beyond the quotas of a day, with the reason, but never a reset', async () => {
    const { perTenant, perRecipient, windowMs } = mailQuotas;
    const owner = await app.owner();
    const { db, ids } = app.service.context;
    await service.drain();
    const [sent] = await mailsTo(app, owner.email);
    if (!sent) throw new Error('No email');
    const copy = (recipient: string) => ({ ...sent, id: ids.id('mail'), kind: 'invitation' as const, recipient });
    const add = (count: number, recipient: string) =>
      tablesOf(db.write)
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
    await app.call(contract.auth.forgotPassword, { email: owner.email });
    await service.drain();
    expect(header(service.arrived(owner.email), 'subject')).toEqual(['Reset your password']);
    app.clock.advance(windowMs);
    await invite(app, await app.login(owner), 'one.more@example.com');
  });
});
