import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const getUpgradeRun = defineOperation({
  id: 'getUpgradeRun',
  summary: 'Read an upgrade as stored; the service polls the provider in the background',
  http: { method: 'GET', path: '/hosting/upgrade-runs/{run_id}', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['runs'],
  input: z.strictObject({ run_id: field.id }),
  output: upgradeRun,
  errors: [],
});
