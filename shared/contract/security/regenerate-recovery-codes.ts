import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as passkeys from '../passkeys.ts';
import { recoveryCodes } from './resources.ts';

export const regenerateRecoveryCodes = defineOperation({
  id: 'regenerateRecoveryCodes',
  summary: 'Create new recovery codes, shown only once; the old ones no longer work',
  http: { method: 'POST', path: '/users/me/second-factor/recovery-codes', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'always',
  throttle: 'token_guess',
  answersSecret: true,
  input: z.strictObject(passkeys.confirmation),
  output: z.strictObject({ recovery_codes: recoveryCodes }),
  errors: [
    'CURRENT_PASSWORD_INVALID',
    'SECOND_FACTOR_INVALID',
    'PASSKEY_INVALID',
    'STATE_CONFLICT',
    'ACCOUNT_LOCKED',
    'RATE_LIMITED',
  ],
});
