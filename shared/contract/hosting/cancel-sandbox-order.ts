import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const cancelSandboxOrder = defineOperation({
  id: 'cancelSandboxOrder',
  summary: "Cancel an upgrade's order in the sandbox; cancel real orders in the provider's client area",
  http: { method: 'POST', path: '/hosting/upgrade-runs/{run_id}/cancel-sandbox-order', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  input: z.strictObject({ run_id: field.id }),
  output: upgradeRun,
  errors: ['SANDBOX_ONLY', 'STATE_CONFLICT'],
});
