import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const startSecondFactor = defineOperation({
  id: 'startSecondFactor',
  summary: 'Start two-factor setup: returns a secret, which takes effect once it is confirmed',
  http: { method: 'POST', path: '/users/me/second-factor', status: 200 },
  auth: 'bearer',
  allow: 'self',
  withoutSecondFactor: 'allowed',
  input: z.strictObject({ password: field.password }),
  output: z.strictObject({
    secret: z.string().meta({ description: 'In base32, to be typed where no code can be scanned' }),
    otpauth_uri: z.string().meta({ description: 'What authenticators read from a QR code' }),
  }),
  errors: ['CURRENT_PASSWORD_INVALID', 'STATE_CONFLICT'],
});
