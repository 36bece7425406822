import { z } from 'zod';
import { boundedString } from '../../bounded-string.ts';
import { because } from '../../field-reasons.ts';
import { baseUrlPattern, providerModes } from '../../hosting.ts';
import { defineOperation } from '../operation.ts';
import { currency } from './resources/fields.ts';
import { providerSettings } from './resources/provider.ts';

export const updateProviderSettings = defineOperation({
  id: 'updateProviderSettings',
  summary: 'Set how the hosting provider is reached: the sandbox, or an account of your own',
  http: { method: 'PUT', path: '/hosting/settings', status: 200 },
  auth: 'bearer',
  allow: 'hosting.settings',
  input: z.strictObject({
    mode: z.enum(providerModes),
    base_url: boundedString(500)
      .regex(baseUrlPattern, because('base_url'))
      .optional()
      .meta({ description: 'Left out: the stored one' }),
    key: boundedString(500)
      .trim()
      .min(4)
      .regex(/^[\x21-\x7e]+$/, because('api_key'))
      .optional()
      .meta({
        description: 'Left out: the stored one, which goes to no other address than the one it was entered for',
      }),
    allow_private_addresses: z.boolean().optional(),
    currency: currency
      .nullable()
      .optional()
      .meta({ description: 'Null: the one that the provider tells. Left out: the stored one' }),
  }),
  output: providerSettings,
  errors: ['STATE_CONFLICT'],
});
