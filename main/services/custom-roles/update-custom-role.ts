import type { contract } from '#shared/contract/index.ts';
import { withNeeded } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../platform/app-error.ts';
import { listAccountsWith } from '../../storage/store/custom-roles/custom-role-holders.ts';
import {
  customRoleNameTaken,
  findCustomRole,
  updateCustomRole as updateRow,
} from '../../storage/store/custom-roles/custom-roles.ts';
import { grantedIn } from '../../storage/store/custom-roles/granted.ts';
import type { Handler } from '../handler.ts';
import { assertMayGive } from '../identity/assert-within.ts';
import { assertConfirmed } from '../identity/confirmation.ts';
import { customRoleTarget, recordEvent } from '../recording/record-event.ts';
import { changeableCustomRole } from './changeable-custom-role.ts';
import { notifyingOfOpened } from './notifying-of-opened.ts';
import { presentCustomRole } from './present-custom-role.ts';

/** Changes a custom role. It holds for everyone who has it from their next request on. An audit row lists the fields that changed. */
export const updateCustomRole: Handler<typeof contract.customRoles.updateCustomRole> = async (
  context,
  { tenant_id, role_id, name, description, permissions },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const role = await changeableCustomRole(tx, caller, role_id);
    const given = permissions ? withNeeded(permissions) : grantedIn(role.permissions);
    assertMayGive(caller, given);
    const had = grantedIn(role.permissions);
    const mayDoMore = !given.every((permission) => had.includes(permission));
    if (mayDoMore) await assertConfirmed(tx, caller);
    const change = {
      name: name ?? role.name,
      description: description ?? role.description,
      permissions: given.join(' '),
    };
    if (await customRoleNameTaken(tx, tenant_id, change.name, role_id)) throw new AppError('CUSTOM_ROLE_NAME_TAKEN');
    const changed = (['name', 'description', 'permissions'] as const).filter((key) => change[key] !== role[key]);
    if (changed.length > 0) {
      const accounts = changed.includes('permissions') ? await listAccountsWith(tx, role.id) : [];
      const update = () => updateRow(tx, tenant_id, role_id, change);
      await notifyingOfOpened(context, tx, { caller, client }, accounts, update);
      await recordEvent(context, tx, {
        action: 'updateCustomRole',
        actor: caller.user,
        client,
        target: customRoleTarget(role),
        details: {
          ...Object.fromEntries(changed.map((key) => [key, key === 'permissions' ? given.join(', ') : change[key]])),
          ...(mayDoMore && { may_do_more: true }),
        },
      });
    }
    return presentCustomRole(found(await findCustomRole(tx, tenant_id, role_id)));
  });
