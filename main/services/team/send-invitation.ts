import { day } from '#shared/rules/limits.ts';
import { given } from '../../mail/mail-params.ts';
import type { CallingUser } from '../../security/caller.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { findRemovedMember } from '../../storage/store/identity/users.ts';
import { isProved } from '../../storage/store/identity/verified-addresses.ts';
import { preferencesOf } from '../../storage/store/stored-columns.ts';
import type { InvitationRow } from '../../storage/store/team/invitations.ts';
import { findTenant, type TenantRow } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import { issueToken } from '../identity/one-time-tokens.ts';
import { admitsStrangers } from '../identity/sign-ups.ts';

type Inviter = Pick<CallingUser, 'id' | 'name' | 'email' | 'emailVerified' | 'emailVerifiedBy'> & {
  preferences: { language: string };
};

/**
 * DECISION 0081: whether an invitation's email waits until the inviter has proved their address. Only where strangers may
 * sign up, and where the organization wants it: seed 000 §1 lists no restriction of unverified emails.
 */
const isHeldFor = (context: AppContext, tenant: TenantRow, { emailVerified, emailVerifiedBy }: Inviter): boolean =>
  (admitsStrangers(context) || tenant.invitations_need_verified_email === 1) &&
  !isProved({ email_verified: emailVerified ? 1 : 0, email_verified_by: emailVerifiedBy });

/**
 * Queues the invitation email (seed 000 §3 and §6), unless the recipient's rate limit is reached. A former member gets it in
 * their own language, anyone else in that of the inviter.
 * @returns whether it is held until the inviter has proved their address
 * @throws AppError MAIL_QUOTA_REACHED
 */
export const sendInvitation = async (
  context: AppContext,
  tx: WriteTransaction,
  invitation: InvitationRow,
  inviter: Inviter,
): Promise<boolean> => {
  const { outbox, clock } = context;
  await outbox.assertQuota(tx, { kind: 'invitation', tenantId: invitation.tenant_id, recipient: invitation.email });
  const admission = await outbox.accepts(tx, invitation.email, 'invitation');
  if (!admission) return false;
  const tenant = await findTenant(tx, invitation.tenant_id);
  const isHeld = isHeldFor(context, tenant, inviter);
  const former = await findRemovedMember(tx, invitation.tenant_id, invitation.email, clock.now());
  const lifetimeMs = invitation.expires_at - clock.now();
  const token = await issueToken(context, tx, {
    purpose: 'invitation',
    subject: { invitationId: invitation.id },
    email: invitation.email,
    lifetimeMs,
  });
  await outbox.queue(tx, {
    kind: 'invitation',
    tenantId: invitation.tenant_id,
    userId: null,
    senderId: inviter.id,
    recipient: invitation.email,
    language: former ? preferencesOf(former).language : inviter.preferences.language,
    params: {
      tenant_name: given.text(tenant.name),
      inviter_name: given.text(inviter.name),
      inviter_email: given.emailAddress(inviter.email),
      role: given.word(invitation.guest === 1 ? 'guest' : invitation.role),
      days: given.number(Math.round(lifetimeMs / day)),
    },
    token,
    isHeld,
    admission,
  });
  return isHeld;
};
