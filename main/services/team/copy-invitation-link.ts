import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { linkUrl } from '../../mail/link-url.ts';
import { toIso } from '../../platform/clock.ts';
import { remainingLifetime } from '../../storage/store/team/invitations.ts';
import type { Handler } from '../handler.ts';
import { issueToken } from '../identity/one-time-tokens.ts';
import { assertAcceptsAccounts } from '../identity/sign-ups.ts';
import { invitationTarget, recordEvent } from '../recording/record-event.ts';
import { findGovernedInvitation } from './find-governed-invitation.ts';

/**
 * Creates a link to hand over in person. It does not prove the mailbox: invitees who accept with it verify their
 * address afterwards.
 */
export const copyInvitationLink: Handler<typeof contract.team.copyInvitationLink> = async (
  context,
  { invitation_id },
  { client, transaction },
) => {
  const { clock, origin } = context;
  assertAcceptsAccounts(context);
  return transaction(async (tx, caller) => {
    const invitation = await findGovernedInvitation(tx, caller, invitation_id);
    const lifetimeMs = remainingLifetime(invitation, clock.now());
    if (invitation.status !== 'pending' || lifetimeMs === 0)
      throw new AppError('STATE_CONFLICT', { reason: 'invitation_not_pending' });
    const token = await issueToken(context, tx, {
      purpose: 'invitation',
      subject: { invitationId: invitation.id },
      email: invitation.email,
      lifetimeMs,
      shownTo: { userId: caller.user.id, sessionId: caller.sessionId },
    });
    await recordEvent(context, tx, {
      action: 'copyInvitationLink',
      actor: caller.user,
      client,
      target: invitationTarget(invitation),
    });
    return { url: linkUrl(origin(), 'invitation', token.secret, invitation.email), expires_at: toIso(token.expiresAt) };
  });
};
