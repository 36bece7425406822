import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { serviceid } from './resources/fields.ts';
import { overBudget, planChoice } from './resources/plans.ts';
import { providerErrors } from './resources/provider.ts';
import { unprovenStates, upgradeRun } from './resources/upgrade-runs.ts';

export const upgradeInstance = defineOperation({
  id: 'upgradeInstance',
  summary: 'Start or continue the upgrade of a server with a plan, and order it (`upgrade_instance` of the provider)',
  http: { method: 'POST', path: '/hosting/servers/{serviceid}/upgrade-instance', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  unproven: unprovenStates,
  input: z.strictObject({ serviceid, ...planChoice, ...overBudget }),
  output: upgradeRun,
  errors: ['RUN_OPEN', 'STATE_CONFLICT', 'PLAN_NOT_OFFERED', 'DISK_CANNOT_SHRINK', ...providerErrors],
});
