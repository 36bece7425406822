import { AppError } from '#shared/errors.ts';
import type { Queries } from '../../database/schema.ts';
import type { Caller } from '../../security/caller.ts';
import { findMember, type UserRow } from '../../store/identity/users.ts';
import { assertGoverns } from './assert-governs.ts';

/**
 * A member whose sessions and second factor the caller may manage.
 * @throws AppError MEMBER_NOT_FOUND, ROLE_NOT_ALLOWED, REAUTHENTICATION_REQUIRED
 */
export const findGovernedMember = async (db: Queries, caller: Caller, userId: string): Promise<UserRow> => {
  const member = await findMember(db, caller.user.tenantId, userId);
  if (!member) throw new AppError('MEMBER_NOT_FOUND');
  await assertGoverns(db, caller, member.role);
  return member;
};
