import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { signInSlug } from './tenant.ts';

export const getSignInPage = defineOperation({
  id: 'getSignInPage',
  summary: "Read what an organization's own sign-in page shows to anyone",
  http: { method: 'GET', path: '/sign-in/{sign_in_slug}', status: 200 },
  auth: 'none',
  throttle: 'slug_guess',
  input: z.strictObject({ sign_in_slug: signInSlug }),
  output: z.strictObject({
    name: z.string(),
    logo: z.string().nullable().meta({ description: 'An image as a data URL' }),
    accent: z.string().nullable().meta({ description: 'The color of its button. Null for that of Castellan' }),
  }),
  errors: ['RATE_LIMITED'],
});
