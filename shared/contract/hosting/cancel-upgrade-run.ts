import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const cancelUpgradeRun = defineOperation({
  id: 'cancelUpgradeRun',
  summary: 'Cancel an upgrade that has no order',
  http: { method: 'POST', path: '/hosting/upgrade-runs/{run_id}/cancel', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  input: z.strictObject({ run_id: field.id }),
  output: upgradeRun,
  errors: ['STATE_CONFLICT'],
});
