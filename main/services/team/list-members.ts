import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { readPage } from '../read-page.ts';
import { presentMember } from './present-member.ts';

/** Seed 000 §4 #13, with our pagination (§8: not shown). */
export const listMembers: Handler<typeof contract.team.listMembers> = async (
  { memberPages, memberCounts },
  input,
  { client },
) => {
  const { tenant_id, q, role, status, sort, order, limit, offset, cursor } = input;
  const filter = { tenantId: tenant_id, q, role, status };
  const rows = await readPage(input, client, (page) => memberPages.read(filter, { ...page, sort, order }));
  const isLastPage = cursor === undefined && rows.length < limit && (rows.length > 0 || offset === 0);
  const total = isLastPage ? offset + rows.length : await memberCounts.count(filter);
  return { users: rows.map(presentMember), total };
};
