import type { z } from 'zod';
import type { customRole, heldCustomRole } from '#shared/contract/custom-roles/resources.ts';
import { toIso } from '../../platform/clock.ts';
import type { SeenCustomRoleRow } from '../../storage/store/custom-roles/custom-roles.ts';
import { grantedIn } from '../../storage/store/custom-roles/granted.ts';
import type { listRolesOfMember } from '../../storage/store/custom-roles/held-custom-roles.ts';
import { presentPerson } from '../presenters.ts';

export const presentCustomRole = (row: SeenCustomRoleRow): z.output<typeof customRole> => ({
  role_id: row.id,
  name: row.name,
  description: row.description,
  permissions: [...grantedIn(row.permissions)],
  member_count: row.members,
  group_count: row.groups,
  service_account_count: row.accounts,
  created_at: toIso(row.created_at),
  created_by: presentPerson(row.created_by, row.creator_name),
});

type HeldRow = Awaited<ReturnType<typeof listRolesOfMember>>[number];

export const presentHeldCustomRole = (
  row: HeldRow,
  group: { group_id: string; name: string } | null,
): z.output<typeof heldCustomRole> => ({
  role_id: row.id,
  name: row.name,
  permissions: [...grantedIn(row.permissions)],
  granted_at: toIso(row.granted_at),
  granted_by: presentPerson(row.granted_by, row.granter_name),
  group,
});
