import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const markUpgradeRunSeen = defineOperation({
  id: 'markUpgradeRunSeen',
  summary: 'Dismiss an upgrade until its status changes again',
  http: { method: 'POST', path: '/hosting/upgrade-runs/{run_id}/seen', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  idempotent: 'harmless',
  input: z.strictObject({ run_id: field.id }),
  output: upgradeRun,
  errors: [],
});
