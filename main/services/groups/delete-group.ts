import type { contract } from '#shared/contract/index.ts';
import { deleteGroup as deleteRow } from '../../storage/store/groups/groups.ts';
import type { Handler } from '../handler.ts';
import { changeableGroup } from '../identity/changeable-group.ts';
import { groupTarget, recordEvent } from '../recording/record-event.ts';

/** Deletes a group. On their next request, its members no longer have what it gave them. */
export const deleteGroup: Handler<typeof contract.groups.deleteGroup> = async (
  context,
  { tenant_id, group_id },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const group = await changeableGroup(tx, caller, group_id);
    await deleteRow(tx, tenant_id, group_id);
    await recordEvent(context, tx, {
      action: 'deleteGroup',
      actor: caller.principal,
      client,
      target: groupTarget(group),
      details: { group_members: group.members, group_workspaces: group.workspaces },
    });
  });
  return { success: true, message: 'Group deleted.' };
};
