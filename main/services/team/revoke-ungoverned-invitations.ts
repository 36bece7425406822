import { governs } from '#shared/permissions.ts';
import { roles } from '#shared/roles.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import { revokeInvitations } from '../../store/invitations.ts';
import type { UserRow } from '../../store/users.ts';

/** Revokes a demoted sender's invitations to roles that they may no longer grant. */
export const revokeUngovernedInvitations = async (
  tx: WriteTransaction,
  sender: Pick<UserRow, 'id' | 'tenant_id' | 'role'>,
  now: number,
): Promise<void> => {
  const ungoverned = roles.filter((role) => !governs(sender.role, role));
  if (ungoverned.length > 0) await revokeInvitations(tx, sender.tenant_id, now, sender.id, ungoverned);
};
