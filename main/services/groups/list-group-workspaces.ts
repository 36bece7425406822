import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { listGroupWorkspaces as listRows } from '../../storage/store/groups/group-workspaces.ts';
import { findGroup } from '../../storage/store/groups/groups.ts';
import type { Handler } from '../handler.ts';
import { isWithinReach } from '../identity/seen-workspaces.ts';
import { presentGroupWorkspace } from './present-group.ts';

/** The workspaces of a group, as far as the caller sees them. */
export const listGroupWorkspaces: Handler<typeof contract.groups.listGroupWorkspaces> = async (
  { db },
  { tenant_id, group_id },
  { caller },
) => {
  const group = found(await findGroup(db.read, tenant_id, group_id));
  const rows = await listRows(db.read, group.id);
  return { workspaces: rows.filter(({ id }) => isWithinReach(caller, id)).map(presentGroupWorkspace) };
};
