import { AppError } from '#shared/errors.ts';
import { governs } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { Queries } from '../../database/schema.ts';
import type { Caller } from '../../security/caller.ts';
import { findMember, type UserRow } from '../../store/users.ts';
import type { Client } from '../handler.ts';

/** The caller of a request and their client. */
export interface RequestActor {
  readonly caller: Caller;
  readonly client: Client;
}

/**
 * The acting member as stored now: their role may have changed since a bulk call began.
 * @throws AppError ROLE_NOT_ALLOWED unless they govern all of `roles`
 */
export const assertGoverns = async (
  db: Queries,
  { caller }: RequestActor,
  ...roles: readonly Role[]
): Promise<UserRow> => {
  const actor = await findMember(db, caller.user.tenantId, caller.user.id);
  const mayGovern = (role: Role): boolean =>
    governs(caller.governingRole, role) && governs(actor?.role ?? 'member', role);
  if (actor?.status !== 'active' || !roles.every(mayGovern)) throw new AppError('ROLE_NOT_ALLOWED');
  return actor;
};
