import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { serviceid } from './resources/fields.ts';
import { providerErrors } from './resources/provider.ts';
import { upgradeOrder } from './resources/upgrade-runs.ts';

export const checkUpgradeOrder = defineOperation({
  id: 'checkUpgradeOrder',
  summary: 'Ask the provider for the pending upgrade order of a server (`check_upgrade_order` of the provider)',
  http: { method: 'GET', path: '/hosting/servers/{serviceid}/upgrade-order', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: [],
  input: z.strictObject({ serviceid }),
  output: z.strictObject({
    order: upgradeOrder.nullable().meta({ description: 'Null if the provider reports none' }),
  }),
  errors: [...providerErrors],
});
