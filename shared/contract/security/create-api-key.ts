import { z } from 'zod';
import { apiKeyLimits } from '../../rules/limits.ts';
import { keyScopes } from '../../rules/permissions.ts';
import { reasonMessage } from '../../texts/field-reasons.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { apiKey } from './resources.ts';

export const createApiKey = defineOperation({
  id: 'createApiKey',
  summary: 'Create an API key; it is shown only once',
  http: { method: 'POST', path: '/users/me/api-keys', status: 201 },
  creates: '/users/me/api-keys/{key_id}',
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'always',
  answersSecret: true,
  input: z.strictObject({
    name: field.name,
    scopes: z
      .array(z.enum(keyScopes))
      .min(1, reasonMessage('not_enough', { min: 1 }))
      .max(keyScopes.length)
      .meta({ description: 'What the key may do, as far as the role of its user allows it at that time' }),
    expires_in_days: z
      .int()
      .min(1)
      .max(apiKeyLimits.maxDays)
      .optional()
      .meta({ description: 'Absent if the key never expires' }),
    password: field.password,
  }),
  output: z.strictObject({
    key: z.string().meta({ description: 'Sent as Bearer; it cannot be shown again' }),
    api_key: apiKey,
  }),
  errors: ['CURRENT_PASSWORD_INVALID', 'TOO_MANY_API_KEYS'],
});
