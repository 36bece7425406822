import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { serviceid } from './resources/fields.ts';
import { overBudget } from './resources/plans.ts';
import { providerErrors } from './resources/provider.ts';
import { unprovenStates, upgradeRun } from './resources/upgrade-runs.ts';

export const downgradeToUnmanaged = defineOperation({
  id: 'downgradeToUnmanaged',
  summary: 'Make a server unmanaged, in one step (`downgrade_to_unmanaged` of the provider)',
  http: { method: 'POST', path: '/hosting/servers/{serviceid}/downgrade-to-unmanaged', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  unproven: unprovenStates,
  input: z.strictObject({ serviceid, ...overBudget }),
  output: upgradeRun,
  errors: ['RUN_OPEN', 'STATE_CONFLICT', ...providerErrors],
});
