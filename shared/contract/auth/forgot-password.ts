import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const forgotPassword = defineOperation({
  id: 'forgotPassword',
  seed: '000 §4 #6',
  summary: 'Request a password reset email; the response is the same for every address',
  http: { method: 'POST', path: '/auth/forgot-password', status: 200 },
  auth: 'none',
  unthrottled: 'quiet',
  captcha: 'always',
  input: z.strictObject({ email: field.email }),
  output: field.done,
  errors: [],
});
