import type { contract } from '#shared/contract/index.ts';
import {
  countWorkspaceMembers,
  listWorkspaceMembers as listRows,
} from '../../storage/store/workspaces/workspace-members.ts';
import type { Handler } from '../handler.ts';
import { readPage } from '../read-page.ts';
import { findSeenWorkspace } from './find-seen-workspace.ts';
import { presentWorkspaceMember } from './present-workspace-member.ts';

export const listWorkspaceMembers: Handler<typeof contract.workspaces.listWorkspaceMembers> = async (
  { db },
  input,
  { caller, client },
) => {
  const workspace = await findSeenWorkspace(db.read, caller, input.slug, 'workspaces.read');
  const rows = await readPage(input, client, (page) => listRows(db.read, workspace.id, input.q, page));
  return {
    members: rows.map(presentWorkspaceMember),
    total: await countWorkspaceMembers(db.read, workspace.id, input.q),
  };
};
