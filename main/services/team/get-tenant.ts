import type { contract } from '#shared/contract/index.ts';
import { toIso } from '../../platform/clock.ts';
import { isSample } from '../../store/team/sample-tenants.ts';
import { findTenant } from '../../store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { sendsEmail } from '../identity/sends-email.ts';

export const getTenant: Handler<typeof contract.team.getTenant> = async (context, { tenant_id }) => {
  const { read } = context.db;
  const { id, name, created_at } = await findTenant(read, tenant_id);
  return {
    tenant_id: id,
    name,
    created_at: toIso(created_at),
    sends_email: await sendsEmail(context, read, id),
    sample: await isSample(read, id),
  };
};
