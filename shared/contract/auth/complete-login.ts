import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { login } from './resources.ts';

export const completeLogin = defineOperation({
  id: 'completeLogin',
  summary: 'Complete a sign-in with a two-factor code; returns the same as a sign-in with a password',
  http: { method: 'POST', path: '/auth/second-factor', status: 200 },
  auth: 'none',
  throttle: 'token_guess',
  input: z.strictObject({ second_factor_token: field.token, code: field.secondFactorCode }),
  output: login,
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'SECOND_FACTOR_INVALID', 'ACCOUNT_LOCKED', 'RATE_LIMITED'],
});
