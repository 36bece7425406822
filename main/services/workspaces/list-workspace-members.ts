import type { contract } from '#shared/contract/index.ts';
import {
  countWorkspaceMembers,
  listWorkspaceMembers as listRows,
} from '../../storage/store/workspaces/workspace-members.ts';
import type { Handler } from '../handler.ts';
import { findSeenWorkspace } from './find-seen-workspace.ts';
import { presentWorkspaceMember } from './present-workspace-member.ts';

export const listWorkspaceMembers: Handler<typeof contract.workspaces.listWorkspaceMembers> = async (
  { db },
  { slug, q, limit, offset },
  { caller },
) => {
  const workspace = await findSeenWorkspace(db.read, caller, slug, 'workspaces.read');
  const rows = await listRows(db.read, workspace.id, { q, limit, offset });
  return {
    members: rows.map(presentWorkspaceMember),
    total: await countWorkspaceMembers(db.read, workspace.id, q),
  };
};
