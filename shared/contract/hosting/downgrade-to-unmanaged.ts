import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const downgradeToUnmanaged = defineOperation({
  id: 'downgradeToUnmanaged',
  summary: 'Make a server unmanaged, by a run of one step (downgrade_to_unmanaged, seed 001 §4)',
  http: { method: 'POST', path: '/hosting/servers/{serviceid}/downgrade-to-unmanaged', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  idempotent: true,
  unproven: resource.unprovenStates,
  input: z.strictObject({ serviceid: resource.serviceid }),
  output: resource.upgradeRun,
  errors: ['RUN_OPEN', ...resource.providerErrors],
});
