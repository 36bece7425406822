import { z } from 'zod';
import { providerModes } from '../../flows/hosting.ts';
import { providerErrorReasonNames } from '../../flows/provider-errors.ts';
import { defineOperation } from '../operation.ts';
import { enteredConnection } from './resources/provider.ts';

export const testProviderConnection = defineOperation({
  id: 'testProviderConnection',
  summary:
    'Ask the hosting provider for the list of servers, with the stored settings or with others before they are stored',
  http: { method: 'POST', path: '/hosting/settings/test', status: 200 },
  auth: 'bearer',
  allow: 'hosting.settings',
  confirm: 'never',
  idempotent: 'harmless',
  input: z.strictObject({
    mode: z.enum(providerModes).optional(),
    ...enteredConnection,
  }),
  output: z.strictObject({
    ok: z.boolean(),
    reason: z.enum(providerErrorReasonNames).nullable().meta({ description: 'What is wrong' }),
    message: z.string().nullable().meta({ description: "The provider's message" }),
    servers: z.int().nullable().meta({ description: 'How many servers the account has' }),
  }),
  errors: ['PROVIDER_NOT_CONNECTED'],
});
