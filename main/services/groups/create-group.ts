import type { contract } from '#shared/contract/index.ts';
import { groupLimits } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../platform/app-error.ts';
import { countGroups, findGroup, groupNameTaken, insertGroup } from '../../storage/store/groups/groups.ts';
import type { Handler } from '../handler.ts';
import { actingPerson } from '../identity/seen-workspaces.ts';
import { groupTarget, recordEvent } from '../recording/record-event.ts';
import { presentGroup } from './present-group.ts';

export const createGroup: Handler<typeof contract.groups.createGroup> = async (
  context,
  { tenant_id, name, description = '' },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    if ((await countGroups(tx, tenant_id)) >= groupLimits.perTenant) throw new AppError('TOO_MANY_GROUPS');
    if (await groupNameTaken(tx, tenant_id, name)) throw new AppError('GROUP_NAME_TAKEN');
    const id = context.ids.id('grp');
    const created = { created_at: context.clock.now(), created_by: actingPerson(caller)?.id ?? null };
    await insertGroup(tx, { id, tenant_id, name, description, ...created });
    await recordEvent(context, tx, {
      action: 'createGroup',
      actor: caller.principal,
      client,
      target: groupTarget({ id, name }),
    });
    return presentGroup(found(await findGroup(tx, tenant_id, id)));
  });
