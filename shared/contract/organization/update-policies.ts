import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { policies, policyFields } from './resources.ts';

export const updatePolicies = defineOperation({
  id: 'updatePolicies',
  summary: 'Change policies of the organization, effective with the next request; omitted fields stay unchanged',
  http: { method: 'PUT', path: '/tenants/{tenant_id}/policies', status: 200 },
  auth: 'bearer',
  allow: 'policies.manage',
  confirm: 'always',
  input: z.strictObject({ tenant_id: field.id, ...z.object(policyFields).partial().shape }),
  output: policies,
  errors: ['STATE_CONFLICT'],
});
