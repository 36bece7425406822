import { defineOperation } from '../operation.ts';
import { signInSlug } from '../organization/tenant.ts';
import * as passkeys from '../passkeys.ts';
import { login, onlyMembers } from './resources.ts';

export const loginWithPasskey = defineOperation({
  id: 'loginWithPasskey',
  summary: 'Sign in with a passkey alone; returns the same as a sign-in with a password',
  http: { method: 'POST', path: '/auth/passkey', status: 200 },
  auth: 'none',
  throttle: 'sign_in',
  input: passkeys.passkeyProof.extend({ sign_in_slug: signInSlug.optional().meta({ description: onlyMembers }) }),
  output: login,
  errors: ['PASSKEY_INVALID', 'ACCOUNT_PENDING_DELETION', 'ACCOUNT_DISABLED', 'RATE_LIMITED'],
});
