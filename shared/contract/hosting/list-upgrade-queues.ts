import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { upgradeQueue } from './resources/upgrade-queues.ts';

export const listUpgradeQueues = defineOperation({
  id: 'listUpgradeQueues',
  summary: 'List queues of upgrades, newest first',
  http: { method: 'GET', path: '/hosting/upgrade-queues', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['runs'],
  input: z.strictObject({ ...field.slice }),
  output: z.strictObject({ queues: z.array(upgradeQueue), total: field.total }),
  errors: [],
});
