import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const disableSecondFactor = defineOperation({
  id: 'disableSecondFactor',
  summary: 'Turn off two-factor authentication, with the password and a code',
  http: { method: 'DELETE', path: '/users/me/second-factor', status: 200 },
  auth: 'bearer',
  allow: 'self',
  throttle: 'token_guess',
  input: z.strictObject({ password: field.password, code: field.secondFactorCode }),
  output: field.done,
  errors: ['CURRENT_PASSWORD_INVALID', 'SECOND_FACTOR_INVALID', 'STATE_CONFLICT', 'ACCOUNT_LOCKED', 'RATE_LIMITED'],
});
