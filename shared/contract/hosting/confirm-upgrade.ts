import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const confirmUpgrade = defineOperation({
  id: 'confirmUpgrade',
  summary: 'Confirm the upgrade of a server in RESIZED (confirm_upgrade, seed 001 §4)',
  http: { method: 'POST', path: '/hosting/servers/{serviceid}/confirm-upgrade', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  idempotent: true,
  unproven: resource.unprovenStates,
  input: z.strictObject({ serviceid: resource.serviceid }),
  output: resource.upgradeRun,
  errors: ['STATE_CONFLICT', ...resource.providerCallErrors],
});
