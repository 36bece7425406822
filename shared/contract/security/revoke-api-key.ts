import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const revokeApiKey = defineOperation({
  id: 'revokeApiKey',
  summary: 'Revoke one of your API keys',
  http: { method: 'DELETE', path: '/users/me/api-keys/{key_id}', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'never',
  input: z.strictObject({ key_id: field.id }),
  output: field.done,
  errors: [],
});
