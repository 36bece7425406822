import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as passkeys from '../passkeys.ts';

export const startPasskeySecondFactor = defineOperation({
  id: 'startPasskeySecondFactor',
  summary: 'Start the second step of a sign-in with a passkey: returns a challenge',
  http: { method: 'POST', path: '/auth/second-factor/passkey/challenge', status: 200 },
  // The challenge is in the answer alone, until it comes back (DECISION 0190). It must not be cached.
  effect: 'read',
  auth: 'none',
  throttle: 'token_guess',
  input: z.strictObject({ second_factor_token: field.token, origin: passkeys.origin }),
  output: passkeys.requestChallenge,
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'STATE_CONFLICT', 'RATE_LIMITED'],
});
