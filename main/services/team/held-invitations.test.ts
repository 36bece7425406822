import { afterEach, describe, expect, it } from 'vitest';
import { createMailService, type MailService, tokenIn } from '#e2e/support/mail-service.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { invite, mailsTo } from '#e2e/support/team.ts';
import type { Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { type EmailVerifier, emailVerifiers } from '#shared/rules/email-verifiers.ts';
import { updateUser } from '../../storage/store/identity/users.ts';
import { abandonWaitingMails } from '../../storage/store/mail/mails.ts';

const { auth, mail, team } = contract;
const stranger = 'stranger@example.com';
/** Where strangers may sign up. */
const open = { 'sign-ups': 'open', host: '0.0.0.0' };
const onlyHere = {};
const invitedOnly = { host: '0.0.0.0' };

let service: MailService;
afterEach(() => service.close());

/** An owner whose address `by` has verified, on a service with these settings. */
const start = async (flags: Record<string, string>, by: EmailVerifier | null): Promise<Person> => {
  service = await createMailService(flags);
  const owner = await service.app.owner(undefined, { verified: false });
  if (by) await updateUser(service.app.service.context.db.write, { ...owner }, { verification: by });
  return owner;
};
const arrives = async () => {
  await service.drain();
  return service.arrived(stranger) !== undefined;
};
const listed = async ({ tenantId: tenant_id, token }: Person) =>
  (await service.app.call(team.listInvitations, { tenant_id }, { token })).invitations;
const outbox = async ({ tenantId: tenant_id, token }: Person) =>
  (await service.app.call(mail.listMails, { tenant_id }, { token })).mails.find(({ to }) => to === stranger);
const proveMailbox = async ({ email }: Person) => {
  await service.drain();
  await service.app.call(auth.verifyEmail, { token: tokenIn(service.arrived(email)) });
};

describe('the email of an invitation (seed 000 §3)', () => {
  it.each([
    ['only this computer connects', onlyHere],
    ['other computers need an invitation', invitedOnly],
  ])('is sent at once from any sender where %s', async (_where, flags) => {
    const owner = await start(flags, null);
    expect(await invite(service.app, owner, stranger)).toMatchObject({ status: 'pending', email_held: false });
    expect(await arrives()).toBe(true);
    expect((await mailsTo(service.app, stranger))[0]?.status).toBe('sent');
  });

  it.each([null, ...emailVerifiers])(
    'is sent where strangers may sign up only for a proved sender: verified by %s',
    async (by) => {
      const owner = await start(open, by);
      const isHeld = by !== 'mailbox';
      expect((await invite(service.app, owner, stranger)).email_held).toBe(isHeld);
      expect(await arrives()).toBe(!isHeld);
      expect(await listed(owner)).toMatchObject([{ email: stranger, email_held: isHeld }]);
      expect((await outbox(owner))?.last_error).toBe(isHeld ? 'sender_unverified' : null);
    },
  );

  it('is held where the organization wants a verified sender, and says so for one and for many', async () => {
    const owner = await start(onlyHere, 'owner');
    await setPolicies(service.app, owner, { invitations_need_verified_email: true });
    const at = { tenant_id: owner.tenantId, emails: [stranger] };
    const { results } = await service.app.call(team.inviteMembers, at, { token: owner.token });
    expect(results).toMatchObject([{ ok: true, email_held: true }]);
    expect(await arrives()).toBe(false);
    await setPolicies(service.app, owner, { invitations_need_verified_email: false });
    const again = { tenant_id: owner.tenantId, invitation_id: results[0]?.invitation_id ?? '' };
    const resent = await service.app.call(team.resendInvitation, again, { token: owner.token });
    expect(resent.email_held).toBe(false);
    expect(await arrives()).toBe(true);
    expect(await listed(owner)).toMatchObject([{ email_held: false }]);
  });
});

describe('a held invitation', () => {
  it('is sent once its sender has opened the link in their mailbox, not when someone vouches for them', async () => {
    const owner = await start(open, null);
    await invite(service.app, owner, stranger);
    await updateUser(service.app.service.context.db.write, { ...owner }, { verification: 'owner' });
    expect(await arrives()).toBe(false);
    await proveMailbox(owner);
    expect(await arrives()).toBe(true);
    expect(await listed(owner)).toMatchObject([{ email_held: false }]);
    expect(await outbox(owner)).toMatchObject({ status: 'sent', last_error: null });
  });

  it('stays held when it is sent again from the outbox', async () => {
    const owner = await start(open, null);
    await invite(service.app, owner, stranger);
    await abandonWaitingMails(service.app.service.context.db.write, 'before_restore');
    expect((await outbox(owner))?.last_error).toBe('before_restore');
    const at = { tenant_id: owner.tenantId, mail_id: (await outbox(owner))?.mail_id ?? '' };
    const retried = await service.app.call(mail.retryMail, at, { token: owner.token });
    expect(retried).toMatchObject({ status: 'queued', last_error: 'sender_unverified' });
    expect(await arrives()).toBe(false);
  });

  it('is listed as held no longer once its link was replaced by a copied one', async () => {
    const owner = await start(open, null);
    const { invitation_id } = await invite(service.app, owner, stranger);
    const at = { tenant_id: owner.tenantId, invitation_id };
    await service.app.call(team.copyInvitationLink, at, { token: owner.token });
    expect(await listed(owner)).toMatchObject([{ email_held: false }]);
    await proveMailbox(owner);
    expect(await arrives()).toBe(false);
  });
});
