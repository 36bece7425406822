import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { toIso } from '../../platform/clock.ts';
import { findInvitationById, invitationWorkspaces } from '../../storage/store/team/invitations.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { readToken } from '../identity/one-time-tokens.ts';
import { assertAcceptsAccounts } from '../identity/sign-ups.ts';

/** What an invitation link is for; does not consume it. */
export const lookupInvitation: Handler<typeof contract.team.lookupInvitation> = async (context, { token }) => {
  const { db } = context;
  assertAcceptsAccounts(context);
  const oneTimeToken = await readToken(context, db.read, 'invitation', token);
  const invitation = await findInvitationById(db.read, oneTimeToken.invitation_id ?? '');
  if (invitation?.status !== 'pending') throw new AppError('LINK_INVALID');
  const { sign_in_slug, password_min_length } = await findTenant(db.read, invitation.tenant_id);
  const workspaces = await invitationWorkspaces(db.read, [invitation.id]);
  return {
    email: invitation.email,
    role: invitation.role,
    guest: invitation.guest === 1,
    tenant_name: invitation.tenant_name,
    sign_in_slug,
    invited_by: invitation.inviter_name,
    password_min_length,
    workspaces: workspaces.map(({ name }) => name),
    expires_at: toIso(oneTimeToken.expires_at),
  };
};
