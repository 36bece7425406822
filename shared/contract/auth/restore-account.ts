import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { login } from './resources.ts';

export const restoreAccount = defineOperation({
  id: 'restoreAccount',
  summary: 'Restore an account during its deletion grace period',
  http: { method: 'POST', path: '/auth/restore-account', status: 200 },
  auth: 'none',
  throttle: 'token_guess',
  input: z.strictObject({ restore_token: field.token }),
  output: login,
  errors: ['SECOND_FACTOR_REQUIRED', 'LINK_INVALID', 'LINK_EXPIRED', 'RATE_LIMITED'],
});
