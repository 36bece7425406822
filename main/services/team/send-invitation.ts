import type { AppContext } from '../../context.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import type { InvitationRow } from '../../store/team/invitations.ts';
import { findTenant } from '../../store/team/tenants.ts';
import { issueToken } from '../identity/one-time-tokens.ts';

/** Queues the invitation email (seed 000 §6), unless the recipient's rate limit is reached. */
export const sendInvitation = async (
  context: AppContext,
  tx: WriteTransaction,
  invitation: InvitationRow,
  inviter: { id: string; name: string },
): Promise<void> => {
  const { outbox, clock } = context;
  if (!(await outbox.accepts(tx, invitation.email, 'invitation'))) return;
  const tenant = await findTenant(tx, invitation.tenant_id);
  const token = await issueToken(context, tx, {
    purpose: 'invitation',
    subject: { invitationId: invitation.id },
    email: invitation.email,
    lifetimeMs: invitation.expires_at - clock.now(),
  });
  await outbox.queue(tx, {
    kind: 'invitation',
    tenantId: invitation.tenant_id,
    userId: null,
    senderId: inviter.id,
    recipient: invitation.email,
    params: { tenant_name: tenant.name, inviter_name: inviter.name, role: invitation.role },
    token,
  });
};
