import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { enteredMoney, serverTags, serviceid } from './resources/fields.ts';
import { server } from './resources/servers.ts';

export const updateServer = defineOperation({
  id: 'updateServer',
  summary: "Change a server's label, cost, service level or tags in Castellan",
  http: { method: 'PUT', path: '/hosting/servers/{serviceid}', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  input: z.strictObject({
    serviceid,
    label: field.name.nullable().optional().meta({ description: "Null to use the provider's" }),
    approximate_cost: enteredMoney
      .nullable()
      .optional()
      .meta({ description: 'Of one month; null to take it from the price list again' }),
    managed: z.boolean().nullable().optional(),
    tags: serverTags.optional().meta({ description: 'All of them: others are removed' }),
  }),
  output: server,
  errors: [],
});
