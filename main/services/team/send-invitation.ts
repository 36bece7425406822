import { day } from '#shared/limits.ts';
import type { AppContext } from '../../context.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import { findRemovedMember } from '../../store/identity/users.ts';
import { preferencesOf } from '../../store/stored-columns.ts';
import type { InvitationRow } from '../../store/team/invitations.ts';
import { findTenant } from '../../store/team/tenants.ts';
import { issueToken } from '../identity/one-time-tokens.ts';

/**
 * Queues the invitation email (seed 000 §6), unless the recipient's rate limit is reached. It is held until the inviter's
 * address is verified. A former member gets it in their own language, anyone else in that of the inviter.
 * @throws AppError MAIL_QUOTA_REACHED
 */
export const sendInvitation = async (
  context: AppContext,
  tx: WriteTransaction,
  invitation: InvitationRow,
  inviter: { id: string; name: string; emailVerified: boolean; preferences: { language: string } },
): Promise<void> => {
  const { outbox, clock } = context;
  await outbox.assertQuota(tx, { kind: 'invitation', tenantId: invitation.tenant_id, recipient: invitation.email });
  if (!(await outbox.accepts(tx, invitation.email, 'invitation'))) return;
  const tenant = await findTenant(tx, invitation.tenant_id);
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
      tenant_name: tenant.name,
      inviter_name: inviter.name,
      role: invitation.role,
      days: String(Math.round(lifetimeMs / day)),
    },
    token,
    held: inviter.emailVerified ? undefined : 'sender_unverified',
  });
};
