import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { upgradeQueue } from './resources/upgrade-queues.ts';

export const cancelUpgradeQueue = defineOperation({
  id: 'cancelUpgradeQueue',
  summary: "Cancel the upgrades of a queue that aren't ordered yet",
  http: { method: 'POST', path: '/hosting/upgrade-queues/{queue_id}/cancel', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  input: z.strictObject({ queue_id: field.id }),
  output: upgradeQueue,
  errors: ['STATE_CONFLICT'],
});
