import type { Handlers } from '../handler.ts';
import { getPolicies } from './get-policies.ts';
import { getTenant } from './get-tenant.ts';
import { updatePolicies } from './update-policies.ts';
import { updateTenant } from './update-tenant.ts';

export const organization: Handlers['organization'] = { getPolicies, getTenant, updatePolicies, updateTenant };
