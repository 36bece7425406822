import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as passkeys from '../passkeys.ts';

export const startPasskeyRegistration = defineOperation({
  id: 'startPasskeyRegistration',
  summary: 'Start adding a passkey, with the password and, if two-factor authentication is on, a code or a passkey',
  http: { method: 'POST', path: '/users/me/passkeys/challenge', status: 200 },
  // The challenge is in the answer alone, until it comes back (DECISION 0190). It must not be cached.
  effect: 'read',
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'always',
  throttle: 'token_guess',
  despite: ['second_factor'],
  input: z.strictObject({ origin: passkeys.origin, ...passkeys.confirmation }),
  output: passkeys.creationChallenge,
  errors: [
    'CURRENT_PASSWORD_INVALID',
    'SECOND_FACTOR_INVALID',
    'PASSKEY_INVALID',
    'TOO_MANY_PASSKEYS',
    'STATE_CONFLICT',
    'ACCOUNT_LOCKED',
    'RATE_LIMITED',
  ],
});
