import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { providerErrors } from './resources/provider.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const orderUpgrade = defineOperation({
  id: 'orderUpgrade',
  summary: 'Order the plan of a run; this makes an invoice at the provider',
  http: { method: 'POST', path: '/hosting/upgrade-runs/{run_id}/order', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  input: z.strictObject({
    run_id: field.id,
    version: z.int().min(0).meta({ description: 'Of the run that was reviewed: nothing else is ordered' }),
  }),
  output: upgradeRun,
  errors: ['STATE_CONFLICT', 'PLAN_NOT_OFFERED', 'DISK_CANNOT_SHRINK', ...providerErrors],
});
