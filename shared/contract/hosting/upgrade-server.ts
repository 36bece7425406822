import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { money, serviceid } from './resources/fields.ts';
import { overBudget } from './resources/plans.ts';
import { providerCallErrors } from './resources/provider.ts';
import { unprovenStates, upgradeRun } from './resources/upgrade-runs.ts';

export const upgradeServer = defineOperation({
  id: 'upgradeServer',
  summary: "Apply the paid order of a server's upgrade (`upgrade_server` of the provider)",
  http: { method: 'POST', path: '/hosting/servers/{serviceid}/upgrade-server', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  unproven: unprovenStates,
  input: z.strictObject({
    serviceid,
    disk: z.int().min(1).max(1_000_000).optional().meta({ description: 'Gigabytes; not less than the server has' }),
    upgrade_drive_type: z.boolean().default(false),
    accept_total: money.optional().meta({
      description:
        'Total of the invoice, to apply although it differs from agreed_total by more than 1 %, is in another currency, or was never agreed to',
    }),
    accept_unknown_total: z
      .boolean()
      .default(false)
      .meta({ description: 'To apply although the order names no total' }),
    ...overBudget,
  }),
  output: upgradeRun,
  errors: ['STATE_CONFLICT', 'DISK_CANNOT_SHRINK', ...providerCallErrors],
});
