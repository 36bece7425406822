import type { contract } from '#shared/contract/index.ts';
import { customRoleLimits } from '#shared/rules/limits.ts';
import { withNeeded } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../platform/app-error.ts';
import {
  countCustomRoles,
  customRoleNameTaken,
  findCustomRole,
  insertCustomRole,
} from '../../storage/store/custom-roles/custom-roles.ts';
import type { Handler } from '../handler.ts';
import { assertMayGive } from '../identity/assert-within.ts';
import { customRoleTarget, recordEvent } from '../recording/record-event.ts';
import { presentCustomRole } from './present-custom-role.ts';

export const createCustomRole: Handler<typeof contract.customRoles.createCustomRole> = async (
  context,
  { tenant_id, name, description = '', permissions },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const given = withNeeded(permissions);
    assertMayGive(caller, given);
    if ((await countCustomRoles(tx, tenant_id)) >= customRoleLimits.perTenant) {
      throw new AppError('TOO_MANY_CUSTOM_ROLES');
    }
    if (await customRoleNameTaken(tx, tenant_id, name)) throw new AppError('CUSTOM_ROLE_NAME_TAKEN');
    const id = context.ids.id('rol');
    const created = { created_at: context.clock.now(), created_by: caller.user.id };
    await insertCustomRole(tx, { id, tenant_id, name, description, permissions: given.join(' '), ...created });
    await recordEvent(context, tx, {
      action: 'createCustomRole',
      actor: caller.user,
      client,
      target: customRoleTarget({ id, name }),
      details: { permissions: given.join(', ') },
    });
    return presentCustomRole(found(await findCustomRole(tx, tenant_id, id)));
  });
