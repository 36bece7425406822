import { z } from 'zod';
import { approvalKinds } from '../../flows/approval.ts';
import { defineOperation } from '../operation.ts';
import { approval } from './resources/approvals.ts';
import { billingCycle, enteredMoney, serviceid } from './resources/fields.ts';
import { providerErrors } from './resources/provider.ts';

export const requestApproval = defineOperation({
  id: 'requestApproval',
  summary: 'Ask another owner to agree to a change that costs more than the limit',
  http: { method: 'POST', path: '/hosting/approvals', status: 201 },
  creates: '/hosting/approvals/{approval_id}',
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  input: z.strictObject({
    kind: z.enum(approvalKinds),
    serviceid: serviceid.optional().meta({ description: 'Required except for limit. An upgrade is the open one' }),
    billingcycle: billingCycle.optional().meta({ description: 'Required for billing_cycle' }),
    managed: z.boolean().optional().meta({ description: 'Required for service_level' }),
    approval_limit: enteredMoney.nullable().optional().meta({ description: 'Required for limit. Null for none' }),
  }),
  output: approval,
  errors: ['NOT_FOUND', 'STATE_CONFLICT', ...providerErrors],
});
