import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ipAddress } from './resources/servers.ts';

export const listIpAddresses = defineOperation({
  id: 'listIpAddresses',
  summary: 'List the dedicated IP addresses with their monthly cost',
  http: { method: 'GET', path: '/hosting/ip-addresses', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['servers'],
  input: z.strictObject({ ...field.page }),
  output: z.strictObject({ ip_addresses: z.array(ipAddress), total: field.total }),
  errors: [],
});
