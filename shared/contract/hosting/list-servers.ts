import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { money } from './resources/fields.ts';
import { connection } from './resources/provider.ts';
import { server, unreadableServer } from './resources/servers.ts';

export const listServers = defineOperation({
  id: 'listServers',
  summary: 'List the servers with their monthly cost, and the connection to the provider',
  http: { method: 'GET', path: '/hosting/servers', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['servers', 'runs'],
  input: z.strictObject({ ...field.page }),
  output: z.strictObject({
    servers: z.array(server),
    total: field.total,
    monthly_cost: money.meta({ description: 'Of all servers and IP addresses together' }),
    ordered_cost: money.meta({
      description: 'What open orders and changes will add to the monthly cost, as far as that is known',
    }),
    unpriced: z
      .int()
      .meta({ description: 'Servers whose price is not known: the monthly cost counts them as the default plan' }),
    connection,
    unreadable: z.array(unreadableServer).meta({ description: 'Servers that the last sync left out' }),
    synced_at: field.timestamp.nullable().meta({ description: 'When the servers were last read from the provider' }),
  }),
  errors: [],
});
