import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { serviceid } from './resources/fields.ts';
import { providerErrors } from './resources/provider.ts';

export const checkUpgradeReboot = defineOperation({
  id: 'checkUpgradeReboot',
  summary: 'Ask the provider whether the pending upgrade needs a reboot (`check_upgrade_reboot` of the provider)',
  http: { method: 'GET', path: '/hosting/servers/{serviceid}/upgrade-reboot', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: [],
  input: z.strictObject({ serviceid }),
  output: z.strictObject({
    reboot: z.enum(['likely', 'possible']).meta({ description: 'possible: not known, so assume it' }),
  }),
  errors: [...providerErrors],
});
