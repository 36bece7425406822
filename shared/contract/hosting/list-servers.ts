import { z } from 'zod';
import { serverViews } from '../../flows/hosting.ts';
import { textLimits } from '../../rules/limits.ts';
import { boundedString } from '../bounded-string.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { money, serverTag } from './resources/fields.ts';
import { connection } from './resources/provider.ts';
import { server, tagCost, unreadableServer } from './resources/servers.ts';

export const serverSorts = ['number', 'name', 'status', 'plan', 'cost'] as const;

export const listServers = defineOperation({
  id: 'listServers',
  summary: 'List the servers with their monthly cost, and the connection to the provider',
  http: { method: 'GET', path: '/hosting/servers', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['servers', 'runs'],
  input: z.strictObject({
    ...field.page,
    show: z.enum(serverViews).optional().meta({
      description:
        'attention: those whose upgrade waits for someone or has a problem, and those that are suspended or locked',
    }),
    plan: boundedString(textLimits.name).optional().meta({ description: 'The product name' }),
    tag: serverTag.optional(),
    sort: z.enum(serverSorts).default('number').meta({ description: 'Servers that are gone always come last' }),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: z.strictObject({
    servers: z.array(server),
    total: field.total,
    monthly_cost: money.meta({ description: 'Of all servers and IP addresses together' }),
    shown_cost: money.meta({ description: 'Of all servers that match, on every page' }),
    ordered_cost: money.meta({
      description: 'What open orders and changes will add to the monthly cost, as far as that is known',
    }),
    unpriced: z
      .int()
      .meta({ description: 'Servers whose price is not known: the monthly cost counts them as the default plan' }),
    tags: z.array(tagCost).meta({ description: 'All tags, by name' }),
    plans: z.array(z.string()).meta({ description: 'The product names of all servers, by name' }),
    connection,
    unreadable: z.array(unreadableServer).meta({ description: 'Servers that the last sync left out' }),
    synced_at: field.timestamp.nullable().meta({ description: 'When the servers were last read from the provider' }),
  }),
  errors: [],
});
