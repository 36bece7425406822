import { z } from 'zod';
import { signUpModes } from '../../rules/sign-ups.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const getWelcome = defineOperation({
  id: 'getWelcome',
  summary: 'Read whether anyone has an account yet',
  http: { method: 'GET', path: '/welcome', status: 200 },
  auth: 'none',
  unthrottled: 'cheap',
  input: z.strictObject({}),
  output: z.strictObject({
    first_run: z.boolean().meta({ description: 'No one has an account yet' }),
    sample_offered: z.boolean().meta({ description: 'Whether the caller may create sample data' }),
    sign_ups: z.enum(signUpModes).meta({
      description: 'Who may create an account: anyone, only people with an invitation, or no one',
    }),
    sends_email: field.sendsEmail,
    passkey_origins: z
      .array(z.string())
      .meta({ description: 'Origins at which people can use passkeys; empty if nowhere' }),
    setup_token_required: z.boolean().meta({ description: 'Whether the first account requires the setup token' }),
  }),
  errors: [],
});
