import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { preferencesSchema } from '../preferences.ts';
import { money, time } from './resources/fields.ts';
import { overBudget } from './resources/plans.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const setUpgradeWindow = defineOperation({
  id: 'setUpgradeWindow',
  summary: 'Plan between which times of the day an order is applied, once it is paid',
  http: { method: 'PUT', path: '/hosting/upgrade-runs/{run_id}/window', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  idempotent: true,
  input: z.strictObject({
    run_id: field.id,
    from: time,
    until: time.meta({ description: "On the next day if it isn't after from" }),
    time_zone: preferencesSchema.shape.timezone
      .optional()
      .meta({ description: "Omit for the organization's; without one, UTC" }),
    accept_total: money.optional().meta({
      description:
        'Total of the invoice, to agree to it although it differs from agreed_total by more than 1 %, or was never agreed to',
    }),
    ...overBudget,
  }),
  output: upgradeRun,
  errors: ['STATE_CONFLICT'],
});
