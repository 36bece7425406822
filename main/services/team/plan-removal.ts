import { AppError } from '#shared/errors.ts';
import type { Queries } from '../../database/schema.ts';
import { findMember, otherOwners, type UserRow } from '../../store/users.ts';
import { type Acting, assertGoverns } from './acting.ts';

/** Who leaves, and who takes over what they own. */
export interface RemovalPlan {
  member: UserRow;
  heir: UserRow;
}

/**
 * Whether a member may be removed, and who inherits: the owner who acts, else the longest standing one. `gone` are those
 * whom a preview has taken for removed already.
 * @throws AppError MEMBER_NOT_FOUND, ROLE_NOT_ALLOWED, LAST_OWNER
 */
export const planRemoval = async (
  db: Queries,
  acting: Acting,
  userId: string,
  gone: ReadonlySet<string> = new Set(),
): Promise<RemovalPlan> => {
  const { id: actorId, tenantId } = acting.caller.user;
  const member = gone.has(userId) ? undefined : await findMember(db, tenantId, userId);
  if (!member) throw new AppError('MEMBER_NOT_FOUND');
  if (gone.has(actorId)) throw new AppError('ROLE_NOT_ALLOWED');
  await assertGoverns(db, acting, member.role);
  const owners = (await otherOwners(db, tenantId, userId)).filter(({ id }) => !gone.has(id));
  const heir = owners.find(({ id }) => id === actorId) ?? owners[0];
  if (!heir) throw new AppError('LAST_OWNER');
  return { member, heir };
};
