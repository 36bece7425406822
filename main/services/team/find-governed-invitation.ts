import { AppError } from '#shared/errors.ts';
import { governs } from '#shared/permissions.ts';
import type { Queries } from '../../database/schema.ts';
import type { Caller } from '../../security/caller.ts';
import { findInvitation, type InvitationRow } from '../../store/team/invitations.ts';

/** An invitation that the caller may act on. @throws AppError NOT_FOUND, ROLE_NOT_ALLOWED */
export const findGovernedInvitation = async (
  db: Queries,
  { governingRole, user }: Caller,
  invitationId: string,
): Promise<InvitationRow> => {
  const invitation = await findInvitation(db, user.tenantId, invitationId);
  if (!invitation) throw new AppError('NOT_FOUND');
  if (!governs(governingRole, invitation.role)) throw new AppError('ROLE_NOT_ALLOWED');
  return invitation;
};
