import type { contract } from '#shared/contract/index.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { presentPolicies } from './present-policies.ts';

export const getPolicies: Handler<typeof contract.organization.getPolicies> = async ({ db }, { tenant_id }) =>
  presentPolicies(await findTenant(db.read, tenant_id));
