import { z } from 'zod';
import { login } from '../auth/resources.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const acceptInvitation = defineOperation({
  id: 'acceptInvitation',
  summary: 'Accept an invitation: create the account and sign in',
  http: { method: 'POST', path: '/invitations/accept', status: 200 },
  auth: 'none',
  throttle: 'token_guess',
  input: z.strictObject({
    token: field.token,
    name: field.name,
    password: field.newPassword,
    preferences: field.initialPreferences,
  }),
  output: login,
  errors: [
    'LINK_INVALID',
    'LINK_EXPIRED',
    'SIGN_UPS_CLOSED',
    'EMAIL_DOMAIN_NOT_ALLOWED',
    'EMAIL_TAKEN',
    'WEAK_PASSWORD',
    'RATE_LIMITED',
  ],
});
