import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { serviceid } from './resources/fields.ts';
import { providerErrors } from './resources/provider.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const startUpgradeRun = defineOperation({
  id: 'startUpgradeRun',
  summary: 'Start an upgrade, or take over an order that is already pending',
  http: { method: 'POST', path: '/hosting/servers/{serviceid}/upgrade-runs', status: 201 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  creates: '/hosting/upgrade-runs/{run_id}',
  input: z.strictObject({ serviceid }),
  output: upgradeRun,
  errors: ['RUN_OPEN', 'STATE_CONFLICT', ...providerErrors],
});
