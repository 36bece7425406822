import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ipAddress } from './resources/servers.ts';

export const getIpAddress = defineOperation({
  id: 'getIpAddress',
  summary: 'Read a dedicated IP address with its monthly cost',
  http: { method: 'GET', path: '/hosting/ip-addresses/{ip_id}', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['servers'],
  input: z.strictObject({ ip_id: field.id }),
  output: ipAddress,
  errors: [],
});
