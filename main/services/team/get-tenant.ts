import type { contract } from '#shared/contract/index.ts';
import { toIso } from '../../platform/clock.ts';
import { isSample } from '../../store/team/sample-tenants.ts';
import { findTenant } from '../../store/team/tenants.ts';
import type { Handler } from '../handler.ts';

export const getTenant: Handler<typeof contract.team.getTenant> = async ({ db }, { tenant_id }) => {
  const { id, name, created_at } = await findTenant(db.read, tenant_id);
  return { tenant_id: id, name, created_at: toIso(created_at), sample: await isSample(db.read, id) };
};
