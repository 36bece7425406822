import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as passkeys from '../passkeys.ts';

export const listPasskeys = defineOperation({
  id: 'listPasskeys',
  summary: 'List your passkeys, newest first',
  http: { method: 'GET', path: '/users/me/passkeys', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: ['account'],
  despite: ['second_factor'],
  input: field.nothing,
  output: z.strictObject({ passkeys: z.array(passkeys.passkey), total: field.total }),
  errors: [],
});
