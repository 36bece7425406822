import { z } from 'zod';
import { findings } from '../../flows/upgrade-actions.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { providerCallErrors } from './resources/provider.ts';
import { unprovenStates, upgradeRun } from './resources/upgrade-runs.ts';

export const reportUpgradeFinding = defineOperation({
  id: 'reportUpgradeFinding',
  summary: "Report what you found at the provider if its API doesn't show it; recorded in the audit log",
  http: { method: 'POST', path: '/hosting/upgrade-runs/{run_id}/report', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  unproven: unprovenStates,
  input: z.strictObject({
    run_id: field.id,
    version: z.int().min(0).meta({ description: 'Of the upgrade that the report is about' }),
    finding: z.enum(findings).meta({
      description:
        'no_order: there is neither an order nor an invoice, so another may be placed. paid: there is a paid order; it is applied now. confirmed, reverted: how the upgrade ended. changed, unchanged: whether the change of billing cycle or service level was made',
    }),
    understood: z.literal(true).meta({ description: 'A wrong report can lead to a second order' }),
  }),
  output: upgradeRun,
  errors: ['STATE_CONFLICT', ...providerCallErrors],
});
