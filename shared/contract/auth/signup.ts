import { z } from 'zod';
import { boundedString } from '../bounded-string.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const signup = defineOperation({
  id: 'signup',
  seed: '000 §4 #1',
  summary: 'Create an organization and its owner',
  http: { method: 'POST', path: '/auth/signup', status: 201 },
  auth: 'none',
  throttle: 'sign_up',
  captcha: 'always',
  idempotent: 'taken',
  creates: '/tenants/{tenant_id}',
  input: z.strictObject({
    email: field.email,
    name: field.name,
    password: field.newPassword,
    company_name: field.name,
    preferences: field.initialPreferences,
    setup_token: boundedString(100).trim().optional().meta({
      description:
        'Only for the first account of a server that other computers can reach: Castellan prints it when it starts',
    }),
  }),
  output: z.strictObject({
    user_id: field.id,
    tenant_id: field.id,
    email: field.email,
    email_verified: z.boolean(),
    verification_sent: z.boolean(),
  }),
  errors: ['EMAIL_TAKEN', 'SIGN_UPS_CLOSED', 'WEAK_PASSWORD', 'RATE_LIMITED'],
});
