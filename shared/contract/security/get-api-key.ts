import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { apiKey } from './resources.ts';

export const getApiKey = defineOperation({
  id: 'getApiKey',
  summary: 'Read one of your API keys',
  http: { method: 'GET', path: '/users/me/api-keys/{key_id}', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: ['account'],
  input: z.strictObject({ key_id: field.id }),
  output: apiKey,
  errors: [],
});
