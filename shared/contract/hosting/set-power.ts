import { z } from 'zod';
import { powerActions } from '../../flows/power.ts';
import { defineOperation } from '../operation.ts';
import { serviceid } from './resources/fields.ts';
import { providerErrors } from './resources/provider.ts';
import { unprovenStates, upgradeRun } from './resources/upgrade-runs.ts';

export const setPower = defineOperation({
  id: 'setPower',
  summary: 'Turn a server on or off, or restart it, if its provider can do that',
  http: { method: 'POST', path: '/hosting/servers/{serviceid}/power', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  unproven: unprovenStates,
  input: z.strictObject({
    serviceid,
    action: z
      .enum(powerActions)
      .meta({ description: 'shut_down and reboot ask the server’s system; off and reset cut it off' }),
  }),
  output: upgradeRun,
  errors: ['RUN_OPEN', 'STATE_CONFLICT', ...providerErrors],
});
