import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const closeUpgradeRun = defineOperation({
  id: 'closeUpgradeRun',
  summary: 'Stop tracking an upgrade; nothing changes at the provider',
  http: { method: 'POST', path: '/hosting/upgrade-runs/{run_id}/close', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  input: z.strictObject({
    run_id: field.id,
    understood: z
      .literal(true)
      .meta({ description: 'Confirms that the user was told what this means for the upgrade' }),
  }),
  output: upgradeRun,
  errors: ['STATE_CONFLICT'],
});
