import { AppError } from '#shared/errors.ts';
import type { Role } from '#shared/roles.ts';
import type { AppContext } from '../../context.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import { changeUserRole, findMember, type UserRow } from '../../store/identity/users.ts';
import { recordEvent, userTarget } from '../audit-log/record-event.ts';
import { applyRole } from './apply-role.ts';
import { assertGoverns, assertMayGrant, type RequestActor } from './request-actor.ts';

/** With `from`, the change applies only to members who still have that role. */
export interface RoleChange {
  userId: string;
  role: Role;
  from?: Role | undefined;
}

/**
 * Changes one member's role (seed 000 §4 #14) and returns the updated member. An active owner always remains, even if
 * two owners act at once.
 * @throws AppError MEMBER_NOT_FOUND, ROLE_NOT_ALLOWED, API_KEY_REFUSED, LAST_OWNER, STATE_CONFLICT
 */
export const setMemberRole = async (
  context: AppContext,
  tx: WriteTransaction,
  requestActor: RequestActor,
  { userId, role, from }: RoleChange,
): Promise<UserRow> => {
  const { caller, client } = requestActor;
  const tenantId = caller.user.tenantId;
  const member = await findMember(tx, tenantId, userId);
  if (!member) throw new AppError('MEMBER_NOT_FOUND');
  assertGoverns(requestActor, member.role);
  assertMayGrant(requestActor, role);
  if (member.status === 'disabled') throw new AppError('STATE_CONFLICT', { reason: 'account_disabled' });
  if (member.status !== 'active') throw new AppError('STATE_CONFLICT', { reason: 'deletion_scheduled' });
  if (from !== undefined && member.role !== from) {
    throw new AppError('STATE_CONFLICT', { reason: 'role_changed' });
  }
  if (member.role !== role && !(await changeUserRole(tx, tenantId, userId, member.role, role))) {
    throw new AppError('LAST_OWNER', { reason: 'only_owner' });
  }
  const changed = { ...member, role };
  if (member.role !== role) {
    await applyRole(tx, changed, context.clock.now());
    await recordEvent(context, tx, {
      action: 'changeRole',
      actor: caller.user,
      client,
      target: userTarget(member),
      details: { from: member.role, to: role },
    });
  }
  return changed;
};
