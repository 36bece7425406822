import { z } from 'zod';
import { boundedString } from '../../bounded-string.ts';
import { because } from '../../field-reasons.ts';
import { baseUrlPattern, providerModes } from '../../hosting.ts';
import { defineOperation } from '../operation.ts';
import { currency } from './resources/fields.ts';
import { providerSettings } from './resources/provider.ts';

export const updateProviderSettings = defineOperation({
  id: 'updateProviderSettings',
  summary: 'Connect the hosting provider: the sandbox, or your own account',
  http: { method: 'PUT', path: '/hosting/settings', status: 200 },
  auth: 'bearer',
  allow: 'hosting.settings',
  input: z.strictObject({
    mode: z.enum(providerModes),
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
    currency: currency
      .nullable()
      .optional()
      .meta({ description: "Null for the provider's; omit to keep the stored one" }),
  }),
  output: providerSettings,
  errors: ['STATE_CONFLICT'],
});
