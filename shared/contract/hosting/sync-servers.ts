import { z } from 'zod';
import { serverLimits } from '../../rules/limits.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { providerErrors } from './resources/provider.ts';
import { server, unreadableServer } from './resources/servers.ts';

export const syncServers = defineOperation({
  id: 'syncServers',
  summary: 'Read the servers and their prices from the provider',
  http: { method: 'POST', path: '/hosting/servers/sync', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  confirm: 'never',
  idempotent: 'harmless',
  input: field.nothing,
  output: z.strictObject({
    servers: z.array(server),
    added: z.int().min(0),
    gone: z.int().min(0),
    unreadable: z.array(unreadableServer).meta({ description: 'Servers that are left out' }),
    left_out: z
      .int()
      .min(0)
      .meta({
        description: `New servers that were not stored, because an account has at most ${serverLimits.perAccount}`,
      }),
  }),
  errors: ['PROVIDER_NOT_CONNECTED', ...providerErrors],
});
