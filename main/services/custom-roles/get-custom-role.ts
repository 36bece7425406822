import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { findCustomRole } from '../../storage/store/custom-roles/custom-roles.ts';
import type { Handler } from '../handler.ts';
import { presentCustomRole } from './present-custom-role.ts';

export const getCustomRole: Handler<typeof contract.customRoles.getCustomRole> = async (
  { db },
  { tenant_id, role_id },
) => presentCustomRole(found(await findCustomRole(db.read, tenant_id, role_id)));
