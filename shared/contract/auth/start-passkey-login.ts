import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as passkeys from '../passkeys.ts';

export const startPasskeyLogin = defineOperation({
  id: 'startPasskeyLogin',
  summary: 'Start a sign-in with a passkey: returns a challenge',
  http: { method: 'POST', path: '/auth/passkey/challenge', status: 200 },
  // The challenge is in the answer alone, until it comes back (DECISION 0190). It must not be cached.
  effect: 'read',
  auth: 'none',
  unthrottled: 'cheap',
  input: z.strictObject({ origin: passkeys.origin }),
  output: passkeys.requestChallenge,
  errors: ['STATE_CONFLICT'],
});
