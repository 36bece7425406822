import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { upgradeQueue } from './resources/upgrade-queues.ts';

export const getUpgradeQueue = defineOperation({
  id: 'getUpgradeQueue',
  summary: 'Read a queue of upgrades',
  http: { method: 'GET', path: '/hosting/upgrade-queues/{queue_id}', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['runs'],
  input: z.strictObject({ queue_id: field.id }),
  output: upgradeQueue,
  errors: [],
});
