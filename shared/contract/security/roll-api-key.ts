import { z } from 'zod';
import { apiKeyLimits } from '../../rules/limits.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { createApiKey } from './create-api-key.ts';

export const rollApiKey = defineOperation({
  id: 'rollApiKey',
  summary:
    'Replace an API key by a new one with the same name, and the scopes that your role allows; both work until the old one expires',
  http: { method: 'POST', path: '/users/me/api-keys/{key_id}/roll', status: 201 },
  creates: '/users/me/api-keys/{key_id}',
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'always',
  answersSecret: true,
  input: z.strictObject({
    key_id: field.id,
    overlap_hours: z
      .int()
      .min(0)
      .max(apiKeyLimits.maxOverlapHours)
      .default(apiKeyLimits.defaultOverlapHours)
      .meta({ description: 'How long the old key still works, unless it expires sooner; 0 revokes it immediately' }),
    expires_in_days: createApiKey.input.shape.expires_in_days,
    password: field.password,
  }),
  output: createApiKey.output.extend({
    old_key_expires_at: field.timestamp.meta({ description: 'When the old key stops working' }),
  }),
  errors: ['CURRENT_PASSWORD_INVALID', 'TOO_MANY_API_KEYS'],
});
