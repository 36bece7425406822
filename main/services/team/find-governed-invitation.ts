import { found } from '../../platform/app-error.ts';
import type { Caller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { findInvitation, type InvitationRow } from '../../storage/store/team/invitations.ts';
import { assertGovernsRole } from '../identity/assert-governs.ts';
import { assertMayUseInvitation } from '../identity/assert-within.ts';

/** An invitation that the caller may act on. @throws AppError NOT_FOUND, ROLE_NOT_ALLOWED, FORBIDDEN, REAUTHENTICATION_REQUIRED */
export const findGovernedInvitation = async (
  db: Queries,
  caller: Caller,
  invitationId: string,
): Promise<InvitationRow> => {
  const invitation = found(await findInvitation(db, caller.principal.tenantId, invitationId));
  await assertGovernsRole(db, caller, invitation.role);
  await assertMayUseInvitation(db, caller, invitation.id);
  return invitation;
};
