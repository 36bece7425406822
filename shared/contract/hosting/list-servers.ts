import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const listServers = defineOperation({
  id: 'listServers',
  summary: 'List the servers with what each costs in a month, and how the provider is reached',
  http: { method: 'GET', path: '/hosting/servers', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['servers', 'runs'],
  input: z.strictObject({ ...field.page }),
  output: z.strictObject({
    servers: z.array(resource.server),
    total: field.total,
    monthly_cost: resource.money.meta({ description: 'Of all servers and IP addresses together' }),
    connection: resource.connection,
    unreadable: z
      .array(resource.unreadableServer)
      .meta({ description: 'Servers that the last reading had to leave out' }),
    synced_at: field.timestamp.nullable().meta({ description: 'When the servers were last read from the provider' }),
  }),
  errors: [],
});
