import type { Handlers } from '../handler.ts';
import { getPolicies } from './get-policies.ts';
import { getSignInPage } from './get-sign-in-page.ts';
import { getTenant } from './get-tenant.ts';
import { updatePolicies } from './update-policies.ts';
import { updateTenant } from './update-tenant.ts';

export const organization: Handlers['organization'] = {
  getPolicies,
  getSignInPage,
  getTenant,
  updatePolicies,
  updateTenant,
};
