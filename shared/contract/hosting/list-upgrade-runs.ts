import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { serviceid } from './resources/fields.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const listUpgradeRuns = defineOperation({
  id: 'listUpgradeRuns',
  summary: 'List upgrades, newest first',
  http: { method: 'GET', path: '/hosting/upgrade-runs', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['runs'],
  input: z.strictObject({
    serviceid: serviceid.optional(),
    show: z
      .enum(['all', 'open', 'attention'])
      .default('all')
      .meta({ description: 'attention: those that need an action or have ended, and no one has seen that yet' }),
    ...field.slice,
  }),
  output: z.strictObject({ runs: z.array(upgradeRun), total: field.total }),
  errors: [],
});
