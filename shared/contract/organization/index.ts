import type { OperationSpec } from '../operation.ts';
import { getPolicies } from './get-policies.ts';
import { updatePolicies } from './update-policies.ts';

/** The operations of organization. */
export const organization = {
  getPolicies,
  updatePolicies,
} as const satisfies Record<string, OperationSpec>;
