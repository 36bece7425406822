import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as passkeys from '../passkeys.ts';

export const startPasskeyConfirmation = defineOperation({
  id: 'startPasskeyConfirmation',
  summary: 'Start confirming a change with a passkey instead of a code: returns a challenge',
  http: { method: 'POST', path: '/users/me/passkeys/confirmation-challenge', status: 200 },
  // The challenge is in the answer alone, until it comes back (DECISION 0190). It must not be cached.
  effect: 'read',
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  input: z.strictObject({ origin: passkeys.origin }),
  output: passkeys.requestChallenge,
  errors: ['STATE_CONFLICT'],
});
