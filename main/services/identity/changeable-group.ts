import { hasEveryGrantable, may } from '#shared/rules/permissions.ts';
import { found } from '../../platform/app-error.ts';
import { type Caller, serviceAccountOf } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { listGrantedByGroup } from '../../storage/store/custom-roles/granted.ts';
import { listGroupWorkspaces } from '../../storage/store/groups/group-workspaces.ts';
import { findGroup, type SeenGroupRow } from '../../storage/store/groups/groups.ts';
import { assertMayGive, assertMayLetInto, beyond } from './assert-within.ts';
import { isWithinReach } from './seen-workspaces.ts';

/**
 * A group that the caller may change: it gives its members nothing that the caller doesn't have (DECISION 0307). A service account
 * that is limited to workspaces gives and takes access to no others, not even through a group.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export const changeableGroup = async (db: Queries, caller: Caller, groupId: string): Promise<SeenGroupRow> => {
  const group = found(await findGroup(db, caller.principal.tenantId, groupId));
  if (caller.key || !hasEveryGrantable(caller.principal)) assertMayGive(caller, await listGrantedByGroup(db, group.id));
  const isLimited = serviceAccountOf(caller)?.workspaceIds !== undefined;
  if (!isLimited && may(caller.principal, 'workspaces.settings')) return group;
  const workspaces = await listGroupWorkspaces(db, group.id);
  if (isLimited) {
    if (!workspaces.every(({ id }) => isWithinReach(caller, id))) throw beyond();
    return group;
  }
  await assertMayLetInto(
    db,
    caller,
    workspaces.map(({ id }) => id),
  );
  return group;
};
