import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { billingCycle, serviceid } from './resources/fields.ts';
import { overBudget } from './resources/plans.ts';
import { providerErrors } from './resources/provider.ts';
import { unprovenStates, upgradeRun } from './resources/upgrade-runs.ts';

export const changeBillingCycle = defineOperation({
  id: 'changeBillingCycle',
  summary: "Change a server's billing cycle, in one step (`change_billing_cycle` of the provider)",
  http: { method: 'POST', path: '/hosting/servers/{serviceid}/billing-cycle', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  unproven: unprovenStates,
  input: z.strictObject({ serviceid, billingcycle: billingCycle.default('monthly'), ...overBudget }),
  output: upgradeRun,
  errors: ['RUN_OPEN', 'STATE_CONFLICT', ...providerErrors],
});
