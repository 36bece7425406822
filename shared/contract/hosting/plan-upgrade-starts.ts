import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { overBudget } from './resources/plans.ts';
import { reviewedRuns } from './resources/upgrade-queues.ts';
import { plannedTimes, upgradeRun } from './resources/upgrade-runs.ts';

export const planUpgradeStarts = defineOperation({
  id: 'planUpgradeStarts',
  summary: 'Plan one maintenance window for several orders, or cancel their planned starts',
  http: { method: 'PUT', path: '/hosting/upgrade-windows', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  body: 'list',
  idempotent: 'taken',
  input: z.strictObject({
    runs: reviewedRuns,
    window: z.strictObject(plannedTimes).nullable().meta({
      description: 'Each order is applied in it, once it is paid. Null to leave the starts to people',
    }),
    ...overBudget,
  }),
  output: z.strictObject({ runs: z.array(upgradeRun).meta({ description: 'In their order' }) }),
  errors: ['NOT_FOUND', 'STATE_CONFLICT'],
});
