import { governs } from '#shared/permissions.ts';
import { roles } from '#shared/roles.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import { voidTokens, voidTokensShownTo } from '../../store/identity/one-time-tokens.ts';
import type { UserRow } from '../../store/identity/users.ts';
import { revokeInvitations } from '../../store/team/invitations.ts';

/**
 * What follows from a changed role. A demoted member's invitations to roles that they may no longer grant are revoked,
 * and links shown to them stop working for people whom they no longer govern. Reset links of the member were made for
 * the former role, so they stop working whichever way the role changed.
 */
export const applyRole = async (
  tx: WriteTransaction,
  member: Pick<UserRow, 'id' | 'tenant_id' | 'role'>,
  now: number,
): Promise<void> => {
  await voidTokens(tx, { userId: member.id }, now, ['reset_password']);
  const ungoverned = roles.filter((role) => !governs(member.role, role));
  if (ungoverned.length === 0) return;
  await revokeInvitations(tx, member.tenant_id, now, member.id, ungoverned);
  await voidTokensShownTo(tx, member.id, now, { roles: ungoverned });
};
