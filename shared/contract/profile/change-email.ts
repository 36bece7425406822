import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const changeEmail = defineOperation({
  id: 'changeEmail',
  seed: '000 §4 #11',
  summary: 'Change your email address; the new one takes effect once it is verified',
  http: { method: 'POST', path: '/users/me/change-email', status: 200 },
  auth: 'bearer',
  despite: ['verified_email'],
  allow: 'self',
  guests: 'allowed',
  confirm: 'always',
  input: z.strictObject({ new_email: field.email, password: field.password }),
  output: z.strictObject({
    success: field.success,
    email_verification_sent: z.boolean(),
    message: field.message,
  }),
  errors: ['CURRENT_PASSWORD_INVALID', 'EMAIL_DOMAIN_NOT_ALLOWED', 'MAIL_QUOTA_REACHED'],
});
