import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const checkUpgradeOrder = defineOperation({
  id: 'checkUpgradeOrder',
  summary: 'Ask the provider for the pending upgrade order of a server (check_upgrade_order, seed 001 §4)',
  http: { method: 'GET', path: '/hosting/servers/{serviceid}/upgrade-order', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  input: z.strictObject({ serviceid: resource.serviceid }),
  output: z.strictObject({
    order: resource.upgradeOrder.nullable().meta({ description: 'Null: the provider says that there is none' }),
  }),
  errors: [...resource.providerErrors],
});
