import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as passkeys from '../passkeys.ts';

export const startSecondFactor = defineOperation({
  id: 'startSecondFactor',
  summary: 'Start setting up an authenticator app: returns a secret, which takes effect once it is confirmed',
  http: { method: 'POST', path: '/users/me/second-factor', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'always',
  throttle: 'token_guess',
  despite: ['second_factor'],
  answersSecret: true,
  input: z.strictObject(passkeys.confirmation),
  output: z.strictObject({
    secret: z.string().meta({ description: 'In base32, to be typed where no code can be scanned' }),
    otpauth_uri: z.string().meta({ description: 'What authenticators read from a QR code' }),
  }),
  errors: [
    'CURRENT_PASSWORD_INVALID',
    'SECOND_FACTOR_INVALID',
    'PASSKEY_INVALID',
    'STATE_CONFLICT',
    'ACCOUNT_LOCKED',
    'RATE_LIMITED',
  ],
});
