import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const revertUpgrade = defineOperation({
  id: 'revertUpgrade',
  summary: 'Revert the upgrade of a server in RESIZED (revert_upgrade, seed 001 §4)',
  http: { method: 'POST', path: '/hosting/servers/{serviceid}/revert-upgrade', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  idempotent: true,
  unproven: resource.unprovenStates,
  input: z.strictObject({ serviceid: resource.serviceid }),
  output: resource.upgradeRun,
  errors: ['STATE_CONFLICT', ...resource.providerCallErrors],
});
