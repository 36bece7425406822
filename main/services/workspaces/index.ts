import type { Handlers } from '../handler.ts';
import { createWorkspace } from './create-workspace.ts';
import { deleteWorkspace } from './delete-workspace.ts';
import { getWorkspace } from './get-workspace.ts';
import { listWorkspaceHealth } from './list-workspace-health.ts';
import { listWorkspaceMembers } from './list-workspace-members.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { removeWorkspaceMember } from './remove-workspace-member.ts';
import { setWorkspaceMember } from './set-workspace-member.ts';
import { updateWorkspace } from './update-workspace.ts';

/** The handlers of workspaces, each under the name of its operation. */
export const workspaces: Handlers['workspaces'] = {
  createWorkspace,
  deleteWorkspace,
  getWorkspace,
  listWorkspaceHealth,
  listWorkspaceMembers,
  listWorkspaces,
  removeWorkspaceMember,
  setWorkspaceMember,
  updateWorkspace,
};
