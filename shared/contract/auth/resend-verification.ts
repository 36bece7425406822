import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const resendVerification = defineOperation({
  id: 'resendVerification',
  seed: '000 §4 #5',
  summary: 'Send the verification email again; the response is the same for every address',
  http: { method: 'POST', path: '/auth/resend-verification', status: 200 },
  auth: 'none',
  unthrottled: 'quiet',
  input: z.strictObject({ email: field.email }),
  output: field.done,
  errors: [],
});
