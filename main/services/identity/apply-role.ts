import { isOwner } from '#shared/rules/permissions.ts';
import { isAtLeast, type Role } from '#shared/rules/roles.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { voidOwnerTokensAbout } from '../../storage/store/identity/owner-grants.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import { endAuthority } from './end-authority.ts';

/**
 * What follows from a changed role: authority over people whom the new one doesn't govern ends. Links that undo a former
 * owner's ownership are no longer needed, and mustn't undo a later one.
 */
export const applyRole = async (
  context: Pick<AppContext, 'clock'>,
  tx: WriteTransaction,
  member: Pick<UserRow, 'id' | 'tenant_id' | 'role'>,
  from: Role,
): Promise<void> => {
  const transition = isAtLeast(member.role, from) ? 'promoted' : 'demoted';
  await endAuthority(context, tx, member, transition, { role: member.role });
  if (!isOwner(member.role)) await voidOwnerTokensAbout(tx, member.id, context.clock.now());
};
