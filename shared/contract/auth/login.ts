import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { signInSlug } from '../organization/tenant.ts';
import { login as loginResource, onlyMembers } from './resources.ts';

export const login = defineOperation({
  id: 'login',
  seed: '000 §4 #2',
  summary: 'Sign in with email and password',
  http: { method: 'POST', path: '/auth/login', status: 200 },
  auth: 'none',
  throttle: 'sign_in',
  captcha: 'after_failures',
  input: z.strictObject({
    email: field.email,
    password: field.password,
    sign_in_slug: signInSlug.optional().meta({ description: onlyMembers }),
  }),
  output: loginResource,
  errors: [
    'SECOND_FACTOR_REQUIRED',
    'INVALID_CREDENTIALS',
    'ACCOUNT_PENDING_DELETION',
    'ACCOUNT_DISABLED',
    'ACCOUNT_LOCKED',
    'RATE_LIMITED',
  ],
});
