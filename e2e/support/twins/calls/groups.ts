import * as members from '#main/storage/store/groups/group-members.ts';
import * as groupWorkspaces from '#main/storage/store/groups/group-workspaces.ts';
import * as groups from '#main/storage/store/groups/groups.ts';
import type { Parts } from '../world.ts';
import { callsTo, page, remarked, type StoreCall, writesIds } from './shape.ts';

/** How the test of twins calls `main/storage/store/groups`. */
export const groupCalls = ({ tenantId, owner, second, now, workspace, group }: Parts): StoreCall[] => {
  const { id } = group;
  const grant = { by: owner.id, at: now };
  return [
    ...callsTo('groups/groups', groups, {
      listGroups: [tenantId, undefined, page],
      countGroups: [tenantId],
      findGroup: [tenantId, id],
      groupNameTaken: [tenantId, group.name],
      updateGroup: [tenantId, id, { name: 'Changed', description: '' }],
      deleteGroup: [tenantId, id],
    }),
    ...callsTo('groups/group-members', members, {
      addToGroup: [id, second.id, grant],
      removeFromGroup: [id, owner.id],
      removeFromAllGroups: [owner.id],
      listGroupMembers: [id, undefined, page],
      countGroupMembers: [id, undefined],
      listGroupsOf: [owner.id],
    }),
    ...callsTo('groups/group-workspaces', groupWorkspaces, {
      setGroupRole: writesIds(id, workspace.id, 'Admin', grant),
      removeGroupRole: [id, workspace.id],
      listGroupWorkspaces: [id],
      countEnteringByGroupAlone: remarked({ unnoticed: 'groups.test.ts has those who may enter otherwise' }, id),
      listGroupsThrough: [workspace.id, [owner.id]],
      listGroupRolesOf: [owner.id],
    }),
  ];
};
