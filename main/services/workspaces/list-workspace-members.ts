import type { contract } from '#shared/contract/index.ts';
import { listGroupsThrough } from '../../storage/store/groups/group-workspaces.ts';
import {
  countWorkspaceMembers,
  listWorkspaceMembers as listRows,
} from '../../storage/store/workspaces/workspace-members.ts';
import type { Handler } from '../handler.ts';
import { findSeenWorkspace } from '../identity/find-seen-workspace.ts';
import { readPage } from '../read-page.ts';
import { presentWorkspaceMember } from './present-workspace-member.ts';

export const listWorkspaceMembers: Handler<typeof contract.workspaces.listWorkspaceMembers> = async (
  { db },
  input,
  { caller, client },
) => {
  const workspace = await findSeenWorkspace(db.read, caller, input.slug, 'workspaces.read');
  const rows = await readPage(input, client, (page) => listRows(db.read, workspace.id, input.q, page));
  const ids = rows.map(({ id }) => id);
  const through = Map.groupBy(await listGroupsThrough(db.read, workspace.id, ids), ({ user_id }) => user_id);
  return {
    members: rows.map((row) => presentWorkspaceMember(row, through.get(row.id) ?? [])),
    total: await countWorkspaceMembers(db.read, workspace.id, input.q),
  };
};
