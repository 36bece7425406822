import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const closeUpgradeRun = defineOperation({
  id: 'closeUpgradeRun',
  summary: 'Close a run without its end; nothing changes at the provider',
  http: { method: 'POST', path: '/hosting/upgrade-runs/{run_id}/close', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  input: z.strictObject({
    run_id: field.id,
    understood: z.literal(true).meta({ description: 'What that means was told, see the state of the run' }),
  }),
  output: upgradeRun,
  errors: ['STATE_CONFLICT'],
});
