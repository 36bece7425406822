import type { contract } from '#shared/contract/index.ts';
import { countCustomRoles, listCustomRoles as listRows } from '../../storage/store/custom-roles/custom-roles.ts';
import type { Handler } from '../handler.ts';
import { readPage } from '../read-page.ts';
import { presentCustomRole } from './present-custom-role.ts';

export const listCustomRoles: Handler<typeof contract.customRoles.listCustomRoles> = async (
  { db },
  input,
  { client },
) => {
  const { tenant_id, q } = input;
  const rows = await readPage(input, client, (page) => listRows(db.read, tenant_id, q, page));
  return { custom_roles: rows.map(presentCustomRole), total: await countCustomRoles(db.read, tenant_id, q) };
};
