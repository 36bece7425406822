import type { contract } from '#shared/contract/index.ts';
import { deleteWorkspace as deleteRow } from '../../storage/store/workspaces/workspaces.ts';
import type { Handler } from '../handler.ts';
import { findSeenWorkspace } from '../identity/find-seen-workspace.ts';
import { recordEvent, workspaceTarget } from '../recording/record-event.ts';

/** Deletes a workspace with its memberships, and removes it from open invitations. */
export const deleteWorkspace: Handler<typeof contract.workspaces.deleteWorkspace> = async (
  context,
  { slug },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const workspace = await findSeenWorkspace(tx, caller, slug, 'workspaces.settings');
    await deleteRow(tx, workspace.id);
    await recordEvent(context, tx, {
      action: 'deleteWorkspace',
      actor: caller.principal,
      client,
      target: workspaceTarget(workspace),
      details: { slug },
    });
  });
  return { success: true, message: 'Workspace deleted.' };
};
