import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const requestSignInLink = defineOperation({
  id: 'requestSignInLink',
  summary: 'Request an email with a sign-in link; the response is the same for every address',
  http: { method: 'POST', path: '/auth/sign-in-link', status: 200 },
  auth: 'none',
  unthrottled: 'quiet',
  captcha: 'always',
  input: z.strictObject({ email: field.email }),
  output: z.strictObject({
    ...field.done.shape,
    browser_token: z
      .string()
      .meta({ description: 'Signs in together with the token of the link, and never without it' }),
  }),
  errors: [],
});
