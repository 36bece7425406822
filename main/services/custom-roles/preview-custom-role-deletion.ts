import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { countPeopleWith } from '../../storage/store/custom-roles/custom-role-holders.ts';
import { findCustomRole } from '../../storage/store/custom-roles/custom-roles.ts';
import { listApplicationsOfCustomRole } from '../../storage/store/oauth/opened-applications.ts';
import type { Handler } from '../handler.ts';
import { presentOpenedApplication } from '../presenters.ts';

export const previewCustomRoleDeletion: Handler<typeof contract.customRoles.previewCustomRoleDeletion> = async (
  { db },
  { tenant_id, role_id },
) => {
  const role = found(await findCustomRole(db.read, tenant_id, role_id));
  const people = await countPeopleWith(db.read, role.id);
  const applications = await listApplicationsOfCustomRole(db.read, tenant_id, role.id);
  return {
    people,
    groups: role.groups,
    service_accounts: role.accounts,
    applications: applications.map(presentOpenedApplication),
  };
};
