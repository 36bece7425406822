import { z } from 'zod';
import { queueActions } from '../../flows/upgrade-queue.ts';
import { defineOperation } from '../operation.ts';
import { overBudget } from './resources/plans.ts';
import { healthCheck, reviewedRuns, upgradeQueue } from './resources/upgrade-queues.ts';

export const createUpgradeQueue = defineOperation({
  id: 'createUpgradeQueue',
  summary: 'Order, start or confirm several upgrades, one after the other',
  http: { method: 'POST', path: '/hosting/upgrade-queues', status: 201 },
  creates: '/hosting/upgrade-queues/{queue_id}',
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  body: 'list',
  input: z.strictObject({
    runs: reviewedRuns,
    action: z.enum(queueActions).default('order').meta({
      description:
        'order: their plans; start: those that the provider takes for paid, and leaves out others; confirm: each once the one before is confirmed',
    }),
    health_check: healthCheck
      .optional()
      .meta({ description: 'Before each is confirmed. If one fails, the queue stops, and nothing more is confirmed' }),
    ...overBudget,
  }),
  output: upgradeQueue,
  errors: ['NOT_FOUND', 'STATE_CONFLICT'],
});
