import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const verifyEmail = defineOperation({
  id: 'verifyEmail',
  seed: '000 §4 #4',
  summary: 'Verify an email address with the token from an email',
  http: { method: 'GET', path: '/auth/verify-email', status: 200 },
  auth: 'none',
  effect: 'write',
  throttle: 'token_guess',
  query: 'open',
  input: z.strictObject({ token: field.token }),
  output: z.strictObject({ success: field.success, email_verified: z.boolean(), redirect_url: z.string() }),
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'EMAIL_TAKEN', 'EMAIL_DOMAIN_NOT_ALLOWED', 'RATE_LIMITED'],
});
