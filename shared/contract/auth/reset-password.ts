import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const resetPassword = defineOperation({
  id: 'resetPassword',
  seed: '000 §4 #7',
  summary: 'Set a new password with the token from an email, and sign in',
  http: { method: 'POST', path: '/auth/reset-password', status: 200 },
  auth: 'none',
  throttle: 'token_guess',
  input: z.strictObject({ token: field.token, new_password: field.newPassword }),
  output: z.strictObject({
    success: field.success,
    message: field.message,
    access_token: z.string(),
    refresh_token: z.string(),
    expires_in: field.expiresIn,
  }),
  errors: ['SECOND_FACTOR_REQUIRED', 'LINK_INVALID', 'LINK_EXPIRED', 'WEAK_PASSWORD', 'RATE_LIMITED'],
});
