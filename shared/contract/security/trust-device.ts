import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { trustedDevice } from './resources.ts';

export const trustDevice = defineOperation({
  id: 'trustDevice',
  summary: 'Trust a device that you have signed in on, so that it signs in with the password alone',
  http: { method: 'PUT', path: '/users/me/trusted-device', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'always',
  input: z.strictObject({
    device_token: field.token.meta({ description: 'What the Castellan-Device header of the sign-in’s answer said' }),
  }),
  output: trustedDevice,
  errors: ['DEVICE_UNKNOWN', 'STATE_CONFLICT'],
});
