import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as passkeys from '../passkeys.ts';

export const removePasskey = defineOperation({
  id: 'removePasskey',
  summary: 'Remove one of your passkeys, with the password and a code or a passkey',
  http: { method: 'DELETE', path: '/users/me/passkeys/{passkey_id}', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'always',
  throttle: 'token_guess',
  input: z.strictObject({ passkey_id: field.id, ...passkeys.confirmation }),
  output: field.done,
  errors: [
    'CURRENT_PASSWORD_INVALID',
    'SECOND_FACTOR_INVALID',
    'PASSKEY_INVALID',
    'STATE_CONFLICT',
    'ACCOUNT_LOCKED',
    'RATE_LIMITED',
  ],
});
