import { isOwner } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../platform/app-error.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { findMember, otherOwners, type UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import { assertGoverns, assertMayShutOut } from '../identity/assert-governs.ts';
import { assertOwnerCanAct } from '../identity/assert-owner-can-act.ts';
import type { RequestActor } from './request-actor.ts';

/** The member to remove, and who gets the workspaces they own. */
export interface MemberRemovalPlan {
  member: UserRow;
  newOwner: UserRow;
}

/**
 * Checks that a member may be removed, and picks the new owner of their workspaces: the acting owner, else the owner
 * with the longest membership. `gone` lists members that a preview treats as already removed.
 * @throws AppError MEMBER_NOT_FOUND, ROLE_NOT_ALLOWED, REAUTHENTICATION_REQUIRED, LAST_OWNER, FORBIDDEN
 */
export const planMemberRemoval = async (
  context: AppContext,
  db: Queries,
  requestActor: RequestActor,
  userId: string,
  gone: ReadonlySet<string> = new Set(),
): Promise<MemberRemovalPlan> => {
  const { id: actorId, tenantId } = requestActor.caller.principal;
  const member = found(gone.has(userId) ? undefined : await findMember(db, tenantId, userId), 'MEMBER_NOT_FOUND');
  if (gone.has(actorId)) throw new AppError('ROLE_NOT_ALLOWED', { reason: 'role' });
  await assertGoverns(db, requestActor.caller, member);
  const owners = (await otherOwners(db, tenantId, userId)).filter(({ id }) => !gone.has(id));
  const newOwner = owners.find(({ id }) => id === actorId) ?? owners[0];
  if (!newOwner) throw new AppError('LAST_OWNER', { reason: 'only_owner' });
  if (isOwner(member.role)) await assertOwnerCanAct(context, db, tenantId, owners);
  await assertMayShutOut(db, requestActor.caller, member, context.clock.now());
  return { member, newOwner };
};
