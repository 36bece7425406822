import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../platform/app-error.ts';
import { findGroup, groupNameTaken, updateGroup as updateRow } from '../../storage/store/groups/groups.ts';
import type { Handler } from '../handler.ts';
import { changeableGroup } from '../identity/changeable-group.ts';
import { groupTarget, recordEvent } from '../recording/record-event.ts';
import { presentGroup } from './present-group.ts';

/** Changes a group's name or description. An audit row lists the fields that changed. */
export const updateGroup: Handler<typeof contract.groups.updateGroup> = async (
  context,
  { tenant_id, group_id, name, description },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const group = await changeableGroup(tx, caller, group_id);
    const change = { name: name ?? group.name, description: description ?? group.description };
    if (await groupNameTaken(tx, tenant_id, change.name, group_id)) throw new AppError('GROUP_NAME_TAKEN');
    const changed = (['name', 'description'] as const).filter((key) => change[key] !== group[key]);
    if (changed.length > 0) {
      await updateRow(tx, tenant_id, group_id, change);
      await recordEvent(context, tx, {
        action: 'updateGroup',
        actor: caller.principal,
        client,
        target: groupTarget(group),
        details: Object.fromEntries(changed.map((key) => [key, change[key]])),
      });
    }
    return presentGroup(found(await findGroup(tx, tenant_id, group_id)));
  });
