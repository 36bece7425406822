import { z } from 'zod';
import { decisions } from '../../flows/hosting.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const setUpgradeDefault = defineOperation({
  id: 'setUpgradeDefault',
  summary: 'Choose whether an upgrade is confirmed or reverted if no one decides in time',
  http: { method: 'PUT', path: '/hosting/upgrade-runs/{run_id}/default', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  idempotent: 'taken',
  input: z.strictObject({ run_id: field.id, decision: z.enum(decisions) }),
  output: upgradeRun,
  errors: ['STATE_CONFLICT'],
});
