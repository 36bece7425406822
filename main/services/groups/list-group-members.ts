import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { countGroupMembers, listGroupMembers as listRows } from '../../storage/store/groups/group-members.ts';
import { findGroup } from '../../storage/store/groups/groups.ts';
import type { Handler } from '../handler.ts';
import { readPage } from '../read-page.ts';
import { presentGroupMember } from './present-group.ts';

export const listGroupMembers: Handler<typeof contract.groups.listGroupMembers> = async ({ db }, input, { client }) => {
  const { tenant_id, group_id, q } = input;
  const group = found(await findGroup(db.read, tenant_id, group_id));
  const rows = await readPage(input, client, (page) => listRows(db.read, group.id, q, page));
  return { members: rows.map(presentGroupMember), total: await countGroupMembers(db.read, group.id, q) };
};
