import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { voidTokens } from '../../storage/store/identity/one-time-tokens.ts';
import { setInvitationStatus } from '../../storage/store/team/invitations.ts';
import type { Handler } from '../handler.ts';
import { invitationTarget, recordEvent } from '../recording/record-event.ts';
import { findGovernedInvitation } from './find-governed-invitation.ts';

/** Revokes a pending invitation; its links stop working immediately. */
export const revokeInvitation: Handler<typeof contract.team.revokeInvitation> = async (
  context,
  { invitation_id },
  { client, transaction },
) => {
  const { clock } = context;
  await transaction(async (tx, caller) => {
    const invitation = await findGovernedInvitation(tx, caller, invitation_id);
    if (!(await setInvitationStatus(tx, invitation.id, 'pending', 'revoked')))
      throw new AppError('STATE_CONFLICT', { reason: 'invitation_not_pending' });
    await voidTokens(tx, { invitationId: invitation.id }, clock.now());
    await recordEvent(context, tx, {
      action: 'revokeInvitation',
      actor: caller.principal,
      client,
      target: invitationTarget(invitation),
    });
  });
  return { success: true, message: 'Invitation revoked.' };
};
