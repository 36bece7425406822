import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const removeTrustedDevice = defineOperation({
  id: 'removeTrustedDevice',
  summary: 'Stop trusting one of your devices; its sessions stay open',
  http: { method: 'DELETE', path: '/users/me/trusted-devices/{device_id}', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'never',
  input: z.strictObject({ device_id: field.id }),
  output: field.done,
  errors: [],
});
