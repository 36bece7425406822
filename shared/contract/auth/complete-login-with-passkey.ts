import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as passkeys from '../passkeys.ts';
import { login } from './resources.ts';

export const completeLoginWithPasskey = defineOperation({
  id: 'completeLoginWithPasskey',
  summary: 'Complete a sign-in with a passkey instead of a code; returns the same as a sign-in with a password',
  http: { method: 'POST', path: '/auth/second-factor/passkey', status: 200 },
  auth: 'none',
  throttle: 'token_guess',
  input: passkeys.passkeyProof.extend({ second_factor_token: field.token }),
  output: login,
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'PASSKEY_INVALID', 'RATE_LIMITED'],
});
