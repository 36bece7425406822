import { AppError } from '#shared/errors.ts';
import { governs } from '#shared/permissions.ts';
import type { Queries } from '../../database/schema.ts';
import type { Caller } from '../../security/caller.ts';
import { findMember, type UserRow } from '../../store/identity/users.ts';

/**
 * A member whose sessions and second factor the caller may manage.
 * @throws AppError MEMBER_NOT_FOUND, ROLE_NOT_ALLOWED
 */
export const findGovernedMember = async (
  db: Queries,
  { governingRole, user }: Caller,
  userId: string,
): Promise<UserRow> => {
  const member = await findMember(db, user.tenantId, userId);
  if (!member) throw new AppError('MEMBER_NOT_FOUND');
  if (!governs(governingRole, member.role)) throw new AppError('ROLE_NOT_ALLOWED');
  return member;
};
