import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import type { Queries } from '../../storage/database/schema.ts';
import {
  listRolesByGroups,
  listRolesOfAccount,
  listRolesOfGroup,
  listRolesOfMember,
} from '../../storage/store/custom-roles/held-custom-roles.ts';
import { findGroup } from '../../storage/store/groups/groups.ts';
import { findAnyMember } from '../../storage/store/identity/users.ts';
import { findServiceAccount } from '../../storage/store/service-accounts/service-accounts.ts';
import type { Handler } from '../handler.ts';
import { holderKindOf } from './holder-kind.ts';
import { presentHeldCustomRole } from './present-custom-role.ts';

/** The custom roles of a member: first their own, then those of their groups. */
const rolesOfMember = async (db: Queries, tenantId: string, id: string) => {
  const member = found(await findAnyMember(db, tenantId, id));
  const own = await listRolesOfMember(db, member.id);
  const byGroups = await listRolesByGroups(db, member.id);
  return [
    ...own.map((row) => presentHeldCustomRole(row, null)),
    ...byGroups.map(({ group_id, group_name, ...row }) => presentHeldCustomRole(row, { group_id, name: group_name })),
  ];
};

export const listHeldCustomRoles: Handler<typeof contract.customRoles.listHeldCustomRoles> = async (
  { db, clock },
  { tenant_id, holder_id },
) => {
  switch (holderKindOf(holder_id)) {
    case 'user':
      return { custom_roles: await rolesOfMember(db.read, tenant_id, holder_id) };
    case 'group': {
      const group = found(await findGroup(db.read, tenant_id, holder_id));
      const rows = await listRolesOfGroup(db.read, group.id);
      return { custom_roles: rows.map((row) => presentHeldCustomRole(row, null)) };
    }
    case 'service_account': {
      const account = found(await findServiceAccount(db.read, tenant_id, holder_id, clock.now()));
      const rows = await listRolesOfAccount(db.read, account.id);
      return { custom_roles: rows.map((row) => presentHeldCustomRole(row, null)) };
    }
  }
};
