import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const checkUpgradeRun = defineOperation({
  id: 'checkUpgradeRun',
  summary: 'Poll the provider now, and update the upgrade',
  http: { method: 'POST', path: '/hosting/upgrade-runs/{run_id}/check', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  idempotent: 'harmless',
  input: z.strictObject({ run_id: field.id }),
  output: upgradeRun,
  errors: ['STATE_CONFLICT'],
});
