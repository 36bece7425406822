import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { apiKey } from './resources.ts';

export const listApiKeys = defineOperation({
  id: 'listApiKeys',
  summary: 'List your API keys, newest first',
  http: { method: 'GET', path: '/users/me/api-keys', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: ['account'],
  input: field.nothing,
  output: z.strictObject({ api_keys: z.array(apiKey), total: field.total }),
  errors: [],
});
