import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { toIso } from '../../platform/clock.ts';
import { countHolders, listHolders } from '../../storage/store/custom-roles/custom-role-holders.ts';
import { findCustomRole } from '../../storage/store/custom-roles/custom-roles.ts';
import type { Handler } from '../handler.ts';
import { presentPerson } from '../presenters.ts';
import { readPage } from '../read-page.ts';
import { holderKindOf } from './holder-kind.ts';

export const listCustomRoleHolders: Handler<typeof contract.customRoles.listCustomRoleHolders> = async (
  { db },
  input,
  { client },
) => {
  const role = found(await findCustomRole(db.read, input.tenant_id, input.role_id));
  const rows = await readPage(input, client, (page) => listHolders(db.read, role.id, page));
  const holders = rows.map(({ id, name, granted_at, granted_by, granter_name }) => ({
    holder_id: id,
    kind: holderKindOf(id),
    name,
    granted_at: toIso(granted_at),
    granted_by: presentPerson(granted_by, granter_name),
  }));
  return { holders, total: await countHolders(db.read, role.id) };
};
