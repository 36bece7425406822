import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../platform/app-error.ts';
import type { Caller, PersonCaller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { findMember, type UserRow } from '../../storage/store/identity/users.ts';
import { isOperator } from '../../storage/store/operators.ts';
import { assertGoverns } from './assert-governs.ts';

/**
 * A member whose sessions and second factor the caller may manage.
 * @throws AppError MEMBER_NOT_FOUND, ROLE_NOT_ALLOWED, REAUTHENTICATION_REQUIRED
 */
export const findGovernedMember = async (db: Queries, caller: Caller, userId: string): Promise<UserRow> => {
  const member = found(await findMember(db, caller.principal.tenantId, userId), 'MEMBER_NOT_FOUND');
  await assertGoverns(db, caller, member);
  return member;
};

/**
 * DECISION 0215: only an operator may do what lets someone into the account of another operator of this server, or an owner
 * of their organization would become one.
 * @throws AppError ROLE_NOT_ALLOWED
 */
export const assertMayLetIn = async (db: Queries, { user }: PersonCaller, userId: string): Promise<void> => {
  if (userId === user.id || !(await isOperator(db, userId))) return;
  if (!(await isOperator(db, user.id))) throw new AppError('ROLE_NOT_ALLOWED', { reason: 'role' });
};

/**
 * A member for whom the caller may create a link, or whose address or second factor they may vouch for or remove.
 * @throws AppError MEMBER_NOT_FOUND, ROLE_NOT_ALLOWED, REAUTHENTICATION_REQUIRED
 */
export const findMemberToLetIn = async (db: Queries, caller: PersonCaller, userId: string): Promise<UserRow> => {
  const member = await findGovernedMember(db, caller, userId);
  await assertMayLetIn(db, caller, member.id);
  return member;
};
