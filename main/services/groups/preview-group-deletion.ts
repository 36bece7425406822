import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { countEnteringByGroupAlone, listGroupWorkspaces } from '../../storage/store/groups/group-workspaces.ts';
import { findGroup } from '../../storage/store/groups/groups.ts';
import { listApplicationsOfGroup } from '../../storage/store/oauth/opened-applications.ts';
import type { Handler } from '../handler.ts';
import { isWithinReach } from '../identity/seen-workspaces.ts';
import { presentOpenedApplication } from '../presenters.ts';

export const previewGroupDeletion: Handler<typeof contract.groups.previewGroupDeletion> = async (
  { db },
  { tenant_id, group_id },
  { caller },
) => {
  const group = found(await findGroup(db.read, tenant_id, group_id));
  const losing = await countEnteringByGroupAlone(db.read, group_id);
  const workspaces = (await listGroupWorkspaces(db.read, group_id)).filter(({ id }) => isWithinReach(caller, id));
  return {
    members: group.members,
    workspaces: workspaces.map(({ id, name }) => ({ workspace_id: id, name, members: losing.get(id) ?? 0 })),
    applications: (await listApplicationsOfGroup(db.read, tenant_id, group_id)).map(presentOpenedApplication),
  };
};
