import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { overBudget } from './resources/plans.ts';
import { reviewedRuns, upgradeQueue } from './resources/upgrade-queues.ts';

export const resumeUpgradeQueue = defineOperation({
  id: 'resumeUpgradeQueue',
  summary: 'Go on with a queue that has stopped',
  http: { method: 'POST', path: '/hosting/upgrade-queues/{queue_id}/resume', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  body: 'list',
  input: z.strictObject({
    queue_id: field.id,
    runs: reviewedRuns.meta({ description: "Those that aren't ordered yet, as reviewed" }),
    ...overBudget,
  }),
  output: upgradeQueue,
  errors: ['STATE_CONFLICT'],
});
