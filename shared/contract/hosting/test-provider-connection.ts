import { z } from 'zod';
import { boundedString } from '../../bounded-string.ts';
import { because } from '../../field-reasons.ts';
import { baseUrlPattern, providerModes } from '../../hosting.ts';
import { providerErrorReasonNames } from '../../provider-errors.ts';
import { defineOperation } from '../operation.ts';

export const testProviderConnection = defineOperation({
  id: 'testProviderConnection',
  summary:
    'Ask the hosting provider for the list of servers, with the stored settings or with others before they are stored',
  http: { method: 'POST', path: '/hosting/settings/test', status: 200 },
  auth: 'bearer',
  allow: 'hosting.settings',
  input: z.strictObject({
    mode: z.enum(providerModes).optional(),
    base_url: boundedString(500)
      .regex(baseUrlPattern, because('base_url'))
      .optional()
      .meta({ description: 'Omit to keep the stored one' }),
    key: boundedString(500)
      .trim()
      .min(4)
      .regex(/^[\x21-\x7e]+$/, because('api_key'))
      .optional()
      .meta({
        description: 'Omit to keep the stored one, which is only sent to the address it was entered for',
      }),
    allow_private_addresses: z.boolean().optional(),
  }),
  output: z.strictObject({
    ok: z.boolean(),
    reason: z.enum(providerErrorReasonNames).nullable().meta({ description: 'What is wrong' }),
    message: z.string().nullable().meta({ description: "The provider's message" }),
    servers: z.int().nullable().meta({ description: 'How many servers the account has' }),
  }),
  errors: ['PROVIDER_NOT_CONNECTED'],
});
