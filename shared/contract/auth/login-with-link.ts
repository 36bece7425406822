import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { signInSlug } from '../organization/tenant.ts';
import { login, onlyMembers } from './resources.ts';

export const loginWithLink = defineOperation({
  id: 'loginWithLink',
  summary:
    'Sign in with a link from an email, in the browser that asked for it; returns the same as a sign-in with a password',
  http: { method: 'POST', path: '/auth/link', status: 200 },
  auth: 'none',
  throttle: 'token_guess',
  input: z.strictObject({
    token: field.token,
    browser_token: field.token.meta({ description: 'What the request for the link answered' }),
    sign_in_slug: signInSlug.optional().meta({ description: onlyMembers }),
  }),
  output: login,
  errors: ['SECOND_FACTOR_REQUIRED', 'LINK_INVALID', 'LINK_EXPIRED', 'RATE_LIMITED'],
});
