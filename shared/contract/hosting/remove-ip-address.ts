import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const removeIpAddress = defineOperation({
  id: 'removeIpAddress',
  summary: 'Remove an IP address; its past costs stay',
  http: { method: 'DELETE', path: '/hosting/ip-addresses/{ip_id}', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  input: z.strictObject({ ip_id: field.id }),
  output: field.done,
  errors: [],
});
