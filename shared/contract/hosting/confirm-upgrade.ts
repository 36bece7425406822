import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { serviceid } from './resources/fields.ts';
import { providerCallErrors } from './resources/provider.ts';
import { unprovenStates, upgradeRun } from './resources/upgrade-runs.ts';

export const confirmUpgrade = defineOperation({
  id: 'confirmUpgrade',
  summary: 'Confirm the upgrade of a server in RESIZED (`confirm_upgrade` of the provider)',
  http: { method: 'POST', path: '/hosting/servers/{serviceid}/confirm-upgrade', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  unproven: unprovenStates,
  input: z.strictObject({ serviceid }),
  output: upgradeRun,
  errors: ['STATE_CONFLICT', ...providerCallErrors],
});
