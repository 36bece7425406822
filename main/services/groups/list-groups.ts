import type { contract } from '#shared/contract/index.ts';
import { countGroups, listGroups as listRows } from '../../storage/store/groups/groups.ts';
import type { Handler } from '../handler.ts';
import { readPage } from '../read-page.ts';
import { presentGroup } from './present-group.ts';

export const listGroups: Handler<typeof contract.groups.listGroups> = async ({ db }, input, { client }) => {
  const { tenant_id, q } = input;
  const rows = await readPage(input, client, (page) => listRows(db.read, tenant_id, q, page));
  return { groups: rows.map(presentGroup), total: await countGroups(db.read, tenant_id, q) };
};
