import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { planChoice } from './resources/plans.ts';
import { providerErrors } from './resources/provider.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const chooseUpgradePlan = defineOperation({
  id: 'chooseUpgradePlan',
  summary: 'Choose the plan of an upgrade and get its cost',
  http: { method: 'PUT', path: '/hosting/upgrade-runs/{run_id}/plan', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  input: z.strictObject({ run_id: field.id, ...planChoice }),
  output: upgradeRun,
  errors: ['STATE_CONFLICT', 'PLAN_NOT_OFFERED', 'DISK_CANNOT_SHRINK', ...providerErrors],
});
