import type { contract } from '#shared/contract/index.ts';
import { deleteWorkspace as deleteRow } from '../../store/workspaces.ts';
import type { Handler } from '../handler.ts';
import { findSeenWorkspace } from './find-seen-workspace.ts';

/** Deletes a workspace; its memberships, and its place in open invitations, go with it. */
export const deleteWorkspace: Handler<typeof contract.workspaces.deleteWorkspace> = async (
  { db },
  { slug },
  { caller },
) => {
  const workspace = await findSeenWorkspace(db.read, caller, slug, 'workspaces.settings');
  await deleteRow(db.write, workspace.id);
  return { success: true, message: 'The workspace is deleted.' };
};
