import type { contract } from '#shared/contract/index.ts';
import { countAtRisk, listAtRisk } from '../../storage/store/team/protection.ts';
import type { Handler } from '../handler.ts';
import { dormantSince, presentListedMember } from './overview.ts';

/** A page of the active members with a risk. */
export const listMembersAtRisk: Handler<typeof contract.security.listMembersAtRisk> = async (
  { db, clock },
  { tenant_id, q, risk, limit, offset },
) => {
  const filter = { tenantId: tenant_id, risk, q, dormantSince: dormantSince(clock.now()) };
  return {
    members: (await listAtRisk(db.read, filter, { limit, offset })).map(presentListedMember),
    total: await countAtRisk(db.read, filter),
  };
};
