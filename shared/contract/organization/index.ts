import type { OperationSpec } from '../operation.ts';
import { getPolicies } from './get-policies.ts';
import { getSignInPage } from './get-sign-in-page.ts';
import { getTenant } from './get-tenant.ts';
import { updatePolicies } from './update-policies.ts';
import { updateTenant } from './update-tenant.ts';

/** The operations of organization. */
export const organization = {
  getPolicies,
  getSignInPage,
  getTenant,
  updatePolicies,
  updateTenant,
} as const satisfies Record<string, OperationSpec>;
