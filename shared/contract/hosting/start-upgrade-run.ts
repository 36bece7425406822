import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const startUpgradeRun = defineOperation({
  id: 'startUpgradeRun',
  summary: 'Start an upgrade; an order that is pending already is taken on',
  http: { method: 'POST', path: '/hosting/servers/{serviceid}/upgrade-runs', status: 201 },
  auth: 'bearer',
  allow: 'hosting.manage',
  idempotent: true,
  input: z.strictObject({ serviceid: resource.serviceid }),
  output: resource.upgradeRun,
  errors: ['RUN_OPEN', 'STATE_CONFLICT', ...resource.providerErrors],
});
