import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { money } from './resources/fields.ts';
import { overBudget } from './resources/plans.ts';
import { plannedTimes, upgradeRun } from './resources/upgrade-runs.ts';

export const setUpgradeWindow = defineOperation({
  id: 'setUpgradeWindow',
  summary: 'Plan between which times of the day an order is applied, once it is paid',
  http: { method: 'PUT', path: '/hosting/upgrade-runs/{run_id}/window', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  idempotent: 'taken',
  input: z.strictObject({
    run_id: field.id,
    ...plannedTimes,
    accept_total: money.optional().meta({
      description:
        'Total of the invoice, to agree to it although it differs from agreed_total by more than 1 %, or was never agreed to',
    }),
    ...overBudget,
  }),
  output: upgradeRun,
  errors: ['STATE_CONFLICT'],
});
