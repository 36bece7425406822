import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { trustedDevice } from './resources.ts';

export const listTrustedDevices = defineOperation({
  id: 'listTrustedDevices',
  summary: 'List the devices on which you sign in without a second step, newest first',
  http: { method: 'GET', path: '/users/me/trusted-devices', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: ['account'],
  input: field.nothing,
  output: z.strictObject({ devices: z.array(trustedDevice), total: field.total }),
  errors: [],
});
