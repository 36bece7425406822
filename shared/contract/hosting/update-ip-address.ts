import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { enteredMoney, serviceid } from './resources/fields.ts';
import { ipAddress } from './resources/servers.ts';

export const updateIpAddress = defineOperation({
  id: 'updateIpAddress',
  summary: 'Change the label, the server or the cost of an IP address',
  http: { method: 'PUT', path: '/hosting/ip-addresses/{ip_id}', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  input: z.strictObject({
    ip_id: field.id,
    label: field.name.optional(),
    serviceid: serviceid.nullable().optional(),
    approximate_cost: enteredMoney.optional(),
  }),
  output: ipAddress,
  errors: ['SERVER_NOT_FOUND'],
});
