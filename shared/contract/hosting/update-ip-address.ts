import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const updateIpAddress = defineOperation({
  id: 'updateIpAddress',
  summary: 'Change the label, the server or the cost of an IP address',
  http: { method: 'PUT', path: '/hosting/ip-addresses/{ip_id}', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  input: z.strictObject({
    ip_id: field.id,
    label: field.name.optional(),
    serviceid: resource.serviceid.nullable().optional(),
    approximate_cost: resource.enteredMoney.optional(),
  }),
  output: resource.ipAddress,
  errors: ['SERVER_NOT_FOUND'],
});
