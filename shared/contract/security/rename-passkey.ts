import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as passkeys from '../passkeys.ts';

export const renamePasskey = defineOperation({
  id: 'renamePasskey',
  summary: 'Rename one of your passkeys',
  http: { method: 'PUT', path: '/users/me/passkeys/{passkey_id}', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'never',
  input: z.strictObject({ passkey_id: field.id, name: field.name }),
  output: passkeys.passkey,
  errors: [],
});
