import type { contract } from '#shared/contract/index.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { presentTenant } from './present-tenant.ts';

export const getTenant: Handler<typeof contract.organization.getTenant> = async (context, { tenant_id }) => {
  const { read } = context.db;
  return presentTenant(context, read, await findTenant(read, tenant_id));
};
