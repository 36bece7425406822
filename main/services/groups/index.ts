import type { Handlers } from '../handler.ts';
import { addGroupMembers } from './add-group-members.ts';
import { createGroup } from './create-group.ts';
import { deleteGroup } from './delete-group.ts';
import { getGroup } from './get-group.ts';
import { listGroupMembers } from './list-group-members.ts';
import { listGroupWorkspaces } from './list-group-workspaces.ts';
import { listGroups } from './list-groups.ts';
import { listMemberGroups } from './list-member-groups.ts';
import { previewGroupDeletion } from './preview-group-deletion.ts';
import { removeGroupMembers } from './remove-group-members.ts';
import { removeGroupWorkspace } from './remove-group-workspace.ts';
import { setGroupWorkspace } from './set-group-workspace.ts';
import { updateGroup } from './update-group.ts';

/** The handlers of groups, each under the name of its operation. */
export const groups: Handlers['groups'] = {
  addGroupMembers,
  createGroup,
  deleteGroup,
  getGroup,
  listGroupMembers,
  listGroups,
  listGroupWorkspaces,
  listMemberGroups,
  previewGroupDeletion,
  removeGroupMembers,
  removeGroupWorkspace,
  setGroupWorkspace,
  updateGroup,
};
