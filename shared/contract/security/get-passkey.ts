import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as passkeys from '../passkeys.ts';

export const getPasskey = defineOperation({
  id: 'getPasskey',
  summary: 'Read one of your passkeys',
  http: { method: 'GET', path: '/users/me/passkeys/{passkey_id}', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: ['account'],
  despite: ['second_factor'],
  input: z.strictObject({ passkey_id: field.id }),
  output: passkeys.passkey,
  errors: [],
});
