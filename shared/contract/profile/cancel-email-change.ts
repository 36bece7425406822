import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const cancelEmailChange = defineOperation({
  id: 'cancelEmailChange',
  summary: 'Cancel a change of address with the link sent to the old address',
  http: { method: 'POST', path: '/users/me/cancel-email-change', status: 200 },
  auth: 'none',
  throttle: 'token_guess',
  input: z.strictObject({ token: field.token }),
  output: field.done,
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'EMAIL_TAKEN', 'RATE_LIMITED'],
});
