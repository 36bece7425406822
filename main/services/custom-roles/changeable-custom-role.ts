import { found } from '../../platform/app-error.ts';
import type { Caller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { findCustomRole, type SeenCustomRoleRow } from '../../storage/store/custom-roles/custom-roles.ts';
import { grantedIn } from '../../storage/store/custom-roles/granted.ts';
import { assertMayGive } from '../identity/assert-within.ts';

/** A custom role that gives nothing that the caller doesn't have. @throws AppError NOT_FOUND, FORBIDDEN */
export const changeableCustomRole = async (db: Queries, caller: Caller, roleId: string): Promise<SeenCustomRoleRow> => {
  const role = found(await findCustomRole(db, caller.principal.tenantId, roleId));
  assertMayGive(caller, grantedIn(role.permissions));
  return role;
};
