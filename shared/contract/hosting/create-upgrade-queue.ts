import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { overBudget } from './resources/plans.ts';
import { reviewedRuns, upgradeQueue } from './resources/upgrade-queues.ts';

export const createUpgradeQueue = defineOperation({
  id: 'createUpgradeQueue',
  summary: 'Order the plans of several upgrades, one after the other',
  http: { method: 'POST', path: '/hosting/upgrade-queues', status: 201 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  body: 'list',
  idempotent: true,
  input: z.strictObject({ runs: reviewedRuns, ...overBudget }),
  output: upgradeQueue,
  errors: ['NOT_FOUND', 'STATE_CONFLICT'],
});
