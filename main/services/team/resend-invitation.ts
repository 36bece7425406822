import type { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findUserByEmail } from '../../storage/store/identity/users.ts';
import { listHeldInvitations } from '../../storage/store/mail/mails.ts';
import { findPendingInvitation, renewInvitation } from '../../storage/store/team/invitations.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { assertAllowedDomain } from '../identity/email-domains.ts';
import { assertAcceptsAccounts } from '../identity/sign-ups.ts';
import { presentInvitation } from '../presenters.ts';
import { invitationTarget, recordEvent } from '../recording/record-event.ts';
import { findGovernedInvitation } from './find-governed-invitation.ts';
import { sendInvitation } from './send-invitation.ts';

/** Sends a new link for a pending or expired invitation and extends it; older links become invalid. */
export const resendInvitation: Handler<typeof contract.team.resendInvitation> = async (
  context,
  { tenant_id, invitation_id },
  { client, transaction },
) => {
  const { clock, outbox } = context;
  assertAcceptsAccounts(context);
  return transaction(async (tx, caller) => {
    const now = clock.now();
    const invitation = await findGovernedInvitation(tx, caller, invitation_id);
    await assertAllowedDomain(tx, tenant_id, invitation.email);
    const open = await findPendingInvitation(tx, tenant_id, invitation.email);
    if (open && open.id !== invitation.id) throw new AppError('ALREADY_INVITED');
    if ((await findUserByEmail(tx, invitation.email))?.tenant_id === tenant_id)
      throw new AppError('STATE_CONFLICT', { reason: 'invitee_has_joined' });
    // Rate limit reached: nothing is sent, so do not extend the invitation either.
    if (!(await outbox.accepts(tx, invitation.email, 'invitation'))) {
      const held = await listHeldInvitations(tx, [invitation.id]);
      return { ...presentInvitation(invitation, now), email_held: held.has(invitation.id) };
    }
    const { invitation_days } = await findTenant(tx, tenant_id);
    const renewed = { ...invitation, status: 'pending' as const, expires_at: now + invitation_days * day };
    if (!(await renewInvitation(tx, invitation.id, renewed.expires_at)))
      throw new AppError('STATE_CONFLICT', { reason: 'invitation_not_pending' });
    const email_held = await sendInvitation(context, tx, renewed, caller.user);
    await recordEvent(context, tx, {
      action: 'resendInvitation',
      actor: caller.user,
      client,
      target: invitationTarget(renewed),
    });
    return { ...presentInvitation(renewed, now), email_held };
  });
};
