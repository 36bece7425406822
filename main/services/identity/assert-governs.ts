import { governs, isOwner } from '#shared/rules/permissions.ts';
import type { Role } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import { type Caller, requirePerson } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { canUndoMoreOwners } from '../../storage/store/identity/owner-grants.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import { governorOf, governsPerson } from './assert-within.ts';
import { confirmationRequired } from './confirmation.ts';
import { canUndoOwnGrants, isMadeBy } from './owner-granters.ts';

/**
 * Checks that a caller may grant a role. In a transaction, ownership also takes a recent confirmation of who is calling
 * (DECISION 0258).
 * @throws AppError ROLE_NOT_ALLOWED, REAUTHENTICATION_REQUIRED
 */
export const assertGovernsRole = async (db: Queries, caller: Caller, role: Role): Promise<void> => {
  if (!governs(governorOf(caller), role)) throw new AppError('ROLE_NOT_ALLOWED', { reason: 'role' });
  if (isOwner(role) && caller.isUnconfirmed) throw await confirmationRequired(db, requirePerson(caller));
};

/**
 * Checks that a caller may act on a person, who has nothing that the caller doesn't have (DECISION 0307).
 * @throws AppError ROLE_NOT_ALLOWED, REAUTHENTICATION_REQUIRED
 */
export const assertGoverns = async (
  db: Queries,
  caller: Caller,
  person: Pick<UserRow, 'id' | 'role'>,
): Promise<void> => {
  await assertGovernsRole(db, caller, person.role);
  if (!(await governsPerson(db, caller, person))) throw new AppError('ROLE_NOT_ALLOWED', { reason: 'has_more' });
};

const notYet = (): AppError => new AppError('FORBIDDEN', { reason: 'ownership_can_be_undone' });

/**
 * DECISION 0259: a new owner can't remove or disable those who can still undo that ownership, or an owner whom a thief made
 * would take the undoing away. Demoting doesn't, if their own session led to it: then no one can whom that session made an
 * owner, not even with the same links, and the session itself can't remove its account.
 * @param now milliseconds since the epoch
 * @throws AppError FORBIDDEN
 */
export const assertMayShutOut = async (
  db: Queries,
  { principal: user }: Caller,
  member: Pick<UserRow, 'id' | 'role'>,
  now: number,
): Promise<void> => {
  const isOwn = await canUndoOwnGrants(db, member.id, now);
  if (isOwn && (member.id === user.id || (await isMadeBy(db, user.id, member.id, now)))) throw notYet();
  if (member.id === user.id || (!isOwner(member.role) && !isOwn)) return;
  if (await canUndoMoreOwners(db, member.id, user.id, now)) throw notYet();
};
