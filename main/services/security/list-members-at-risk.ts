import type { contract } from '#shared/contract/index.ts';
import { countAtRisk, listAtRisk } from '../../storage/store/team/protection.ts';
import type { Handler } from '../handler.ts';
import { readPage } from '../read-page.ts';
import { dormantSince, presentListedMember } from './overview.ts';

/** A page of the active members with a risk. */
export const listMembersAtRisk: Handler<typeof contract.security.listMembersAtRisk> = async (
  { db, clock },
  input,
  { client },
) => {
  const { tenant_id, q, risk } = input;
  const filter = { tenantId: tenant_id, risk, q, dormantSince: dormantSince(clock.now()) };
  return {
    members: (await readPage(input, client, (page) => listAtRisk(db.read, filter, page))).map(presentListedMember),
    total: await countAtRisk(db.read, filter),
  };
};
