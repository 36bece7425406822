import { defineOperation } from '../operation.ts';
import * as passkeys from '../passkeys.ts';
import { login } from './resources.ts';

export const loginWithPasskey = defineOperation({
  id: 'loginWithPasskey',
  summary: 'Sign in with a passkey alone; returns the same as a sign-in with a password',
  http: { method: 'POST', path: '/auth/passkey', status: 200 },
  auth: 'none',
  throttle: 'sign_in',
  input: passkeys.passkeyProof,
  output: login,
  errors: ['PASSKEY_INVALID', 'ACCOUNT_PENDING_DELETION', 'ACCOUNT_DISABLED', 'RATE_LIMITED'],
});
