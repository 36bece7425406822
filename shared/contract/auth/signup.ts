import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const signup = defineOperation({
  id: 'signup',
  seed: '000 §4 #1',
  summary: 'Create a tenant and its owner',
  http: { method: 'POST', path: '/auth/signup', status: 201 },
  auth: 'none',
  throttle: 'sign_up',
  input: z.strictObject({
    email: field.email,
    name: field.name,
    password: field.newPassword,
    company_name: field.name,
  }),
  output: z.strictObject({
    user_id: field.id,
    tenant_id: field.id,
    email: field.email,
    email_verified: z.boolean(),
    verification_sent: z.boolean(),
  }),
  errors: ['EMAIL_TAKEN', 'WEAK_PASSWORD', 'RATE_LIMITED'],
});
