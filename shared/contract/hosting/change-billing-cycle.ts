import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const changeBillingCycle = defineOperation({
  id: 'changeBillingCycle',
  summary: 'Change the billing cycle of a server, by a run of one step (change_billing_cycle, seed 001 §4)',
  http: { method: 'POST', path: '/hosting/servers/{serviceid}/billing-cycle', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  idempotent: true,
  unproven: resource.unprovenStates,
  input: z.strictObject({ serviceid: resource.serviceid, billingcycle: resource.billingCycle.default('monthly') }),
  output: resource.upgradeRun,
  errors: ['RUN_OPEN', 'STATE_CONFLICT', ...resource.providerErrors],
});
