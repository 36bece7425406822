import { AppError } from '#shared/errors.ts';
import { governs } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { Queries } from '../../database/schema.ts';
import type { Caller } from '../../security/caller.ts';
import { confirmationRequired } from './confirmation.ts';

/**
 * Checks that a caller may grant a role, or act on a person or an invitation with it. In a transaction, ownership also
 * takes a recent confirmation of who is calling (DECISION 0258).
 * @throws AppError ROLE_NOT_ALLOWED, REAUTHENTICATION_REQUIRED
 */
export const assertGoverns = async (db: Queries, caller: Caller, role: Role): Promise<void> => {
  if (!governs(caller.governingRole, role)) throw new AppError('ROLE_NOT_ALLOWED');
  if (role === 'owner' && caller.isUnconfirmed) throw await confirmationRequired(db, caller);
};
