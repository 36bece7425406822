import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const upgradeToManaged = defineOperation({
  id: 'upgradeToManaged',
  summary: 'Make a server managed, by a run of one step (upgrade_to_managed, seed 001 §4)',
  http: { method: 'POST', path: '/hosting/servers/{serviceid}/upgrade-to-managed', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  idempotent: true,
  unproven: resource.unprovenStates,
  input: z.strictObject({ serviceid: resource.serviceid }),
  output: resource.upgradeRun,
  errors: ['RUN_OPEN', ...resource.providerErrors],
});
