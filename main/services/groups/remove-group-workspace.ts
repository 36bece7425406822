import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { removeGroupRole } from '../../storage/store/groups/group-workspaces.ts';
import type { Handler } from '../handler.ts';
import { changeableGroup } from '../identity/changeable-group.ts';
import { findSeenWorkspace } from '../identity/find-seen-workspace.ts';
import { groupTarget, recordEvent } from '../recording/record-event.ts';

export const removeGroupWorkspace: Handler<typeof contract.groups.removeGroupWorkspace> = async (
  context,
  { group_id, slug },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const group = await changeableGroup(tx, caller, group_id);
    const workspace = await findSeenWorkspace(tx, caller, slug, 'workspaces.settings');
    if (!(await removeGroupRole(tx, group.id, workspace.id))) throw new AppError('NOT_FOUND');
    await recordEvent(context, tx, {
      action: 'removeGroupWorkspace',
      actor: caller.principal,
      client,
      target: groupTarget(group),
      details: { workspace: workspace.name, workspace_id: workspace.id },
    });
  });
  return { success: true, message: 'Group removed from the workspace.' };
};
