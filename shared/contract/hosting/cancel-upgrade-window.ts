import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const cancelUpgradeWindow = defineOperation({
  id: 'cancelUpgradeWindow',
  summary: 'Cancel the planned start of an upgrade, unless it has begun',
  http: { method: 'DELETE', path: '/hosting/upgrade-runs/{run_id}/window', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  idempotent: 'taken',
  input: z.strictObject({ run_id: field.id }),
  output: upgradeRun,
  errors: ['STATE_CONFLICT'],
});
