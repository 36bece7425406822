import type { Role } from '#shared/rules/roles.ts';
import { found } from '../../platform/app-error.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { findMember, type UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import { assertGoverns } from '../identity/assert-governs.ts';
import { changeMemberRole } from './change-member-role.ts';
import { assertMayGrant, type RequestActor } from './request-actor.ts';

/** With `from`, the change applies only to members who still have that role. */
export interface RoleChange {
  userId: string;
  role: Role;
  from?: Role | undefined;
}

/**
 * Changes one member's role for a caller (seed 000 §4 #14) and returns the updated member.
 * @throws AppError MEMBER_NOT_FOUND, ROLE_NOT_ALLOWED, API_KEY_REFUSED, SERVICE_ACCOUNT_REFUSED, REAUTHENTICATION_REQUIRED,
 *   LAST_OWNER, STATE_CONFLICT
 */
export const setMemberRole = async (
  context: AppContext,
  tx: WriteTransaction,
  requestActor: RequestActor,
  { userId, role, from }: RoleChange,
): Promise<UserRow> => {
  const { caller, client } = requestActor;
  const tenantId = caller.principal.tenantId;
  const member = found(await findMember(tx, tenantId, userId), 'MEMBER_NOT_FOUND');
  await assertGoverns(tx, caller, member);
  await assertMayGrant(tx, requestActor, role);
  return changeMemberRole(context, tx, member, {
    role,
    from,
    actor: caller.principal,
    client,
    sessionId: caller.sessionId,
  });
};
