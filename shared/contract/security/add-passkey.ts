import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as passkeys from '../passkeys.ts';
import { recoveryCodes } from './resources.ts';

export const addPasskey = defineOperation({
  id: 'addPasskey',
  summary: 'Add the passkey that the browser made; returns recovery codes, once, if the account has none',
  http: { method: 'POST', path: '/users/me/passkeys', status: 201 },
  creates: '/users/me/passkeys/{passkey_id}',
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'always',
  despite: ['second_factor'],
  answersSecret: true,
  input: z.strictObject({ challenge_token: field.token, credential: passkeys.attestation, name: field.name }),
  output: z.strictObject({ passkey: passkeys.passkey, recovery_codes: recoveryCodes.nullable() }),
  errors: ['PASSKEY_INVALID', 'TOO_MANY_PASSKEYS', 'STATE_CONFLICT'],
});
