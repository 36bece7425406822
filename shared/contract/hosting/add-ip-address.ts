import { z } from 'zod';
import { boundedString } from '../bounded-string.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { enteredMoney, serviceid } from './resources/fields.ts';
import { ipAddress } from './resources/servers.ts';

export const addIpAddress = defineOperation({
  id: 'addIpAddress',
  summary: 'Add a dedicated IP address',
  http: { method: 'POST', path: '/hosting/ip-addresses', status: 201 },
  creates: '/hosting/ip-addresses/{ip_id}',
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  input: z.strictObject({
    address: z.union([boundedString(45).check(z.ipv4()), boundedString(45).check(z.ipv6())]),
    label: field.name.optional(),
    serviceid: serviceid.nullable().optional(),
    approximate_cost: enteredMoney.optional(),
  }),
  output: ipAddress,
  errors: ['IP_ADDRESS_EXISTS', 'SERVER_NOT_FOUND', 'PROVIDER_NOT_CONNECTED'],
});
