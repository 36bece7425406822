import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { toIso } from '../../platform/clock.ts';
import { listGroupsOf } from '../../storage/store/groups/group-members.ts';
import { findAnyMember } from '../../storage/store/identity/users.ts';
import type { Handler } from '../handler.ts';
import { presentPerson } from '../presenters.ts';

export const listMemberGroups: Handler<typeof contract.groups.listMemberGroups> = async (
  { db },
  { tenant_id, user_id },
) => {
  const member = found(await findAnyMember(db.read, tenant_id, user_id), 'MEMBER_NOT_FOUND');
  const rows = await listGroupsOf(db.read, member.id);
  return {
    groups: rows.map(({ id, name, added_at, added_by, adder_name }) => ({
      group_id: id,
      name,
      added_at: toIso(added_at),
      added_by: presentPerson(added_by, adder_name),
    })),
  };
};
