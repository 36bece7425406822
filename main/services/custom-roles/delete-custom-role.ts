import type { contract } from '#shared/contract/index.ts';
import { countPeopleWith } from '../../storage/store/custom-roles/custom-role-holders.ts';
import { deleteCustomRole as deleteRow } from '../../storage/store/custom-roles/custom-roles.ts';
import { grantedIn } from '../../storage/store/custom-roles/granted.ts';
import type { Handler } from '../handler.ts';
import { customRoleTarget, recordEvent } from '../recording/record-event.ts';
import { changeableCustomRole } from './changeable-custom-role.ts';

/** Deletes a custom role. On their next request, those who had it no longer have what it gave them. */
export const deleteCustomRole: Handler<typeof contract.customRoles.deleteCustomRole> = async (
  context,
  { tenant_id, role_id },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const role = await changeableCustomRole(tx, caller, role_id);
    const people = await countPeopleWith(tx, role.id);
    await deleteRow(tx, tenant_id, role_id);
    await recordEvent(context, tx, {
      action: 'deleteCustomRole',
      actor: caller.user,
      client,
      target: customRoleTarget(role),
      details: { permissions: grantedIn(role.permissions).join(', '), people },
    });
  });
  return { success: true, message: 'Custom role deleted.' };
};
