import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../platform/app-error.ts';
import { type Caller, serviceAccountOf } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { listGroupWorkspaces } from '../../storage/store/groups/group-workspaces.ts';
import { findGroup, type SeenGroupRow } from '../../storage/store/groups/groups.ts';
import { isWithinReach } from '../identity/seen-workspaces.ts';

/**
 * A group that the caller may change. A service account that is limited to workspaces gives and takes access to no others, not
 * even through a group.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export const changeableGroup = async (db: Queries, caller: Caller, groupId: string): Promise<SeenGroupRow> => {
  const group = found(await findGroup(db, caller.principal.tenantId, groupId));
  if (!serviceAccountOf(caller)?.workspaceIds) return group;
  const workspaces = await listGroupWorkspaces(db, group.id);
  if (!workspaces.every(({ id }) => isWithinReach(caller, id))) throw new AppError('FORBIDDEN', { reason: 'role' });
  return group;
};
