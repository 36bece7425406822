import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { overBudget } from './resources/plans.ts';
import { providerErrors } from './resources/provider.ts';
import { unprovenStates, upgradeRun } from './resources/upgrade-runs.ts';

export const orderUpgrade = defineOperation({
  id: 'orderUpgrade',
  summary: "Order an upgrade's plan; the provider then creates an invoice",
  http: { method: 'POST', path: '/hosting/upgrade-runs/{run_id}/order', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  unproven: unprovenStates,
  input: z.strictObject({
    run_id: field.id,
    version: z.int().min(0).meta({ description: 'Of the upgrade as reviewed; anything newer is refused' }),
    ...overBudget,
  }),
  output: upgradeRun,
  errors: ['STATE_CONFLICT', 'PLAN_NOT_OFFERED', 'DISK_CANNOT_SHRINK', ...providerErrors],
});
