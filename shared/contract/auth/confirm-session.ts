import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as passkeys from '../passkeys.ts';

export const confirmSession = defineOperation({
  id: 'confirmSession',
  summary: "Confirm that it's you; for ten minutes, sensitive changes in this session don't ask again",
  http: { method: 'POST', path: '/auth/confirm', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'never',
  despite: ['verified_email', 'second_factor'],
  throttle: 'token_guess',
  idempotent: 'harmless',
  /** The handler checks that exactly one of them is given. */
  input: z.strictObject({
    password: field.password.optional().meta({ description: 'Only for accounts without two-factor authentication' }),
    code: field.secondFactorCode.optional(),
    passkey: passkeys.passkeyProof.optional().meta({ description: 'An answer to startPasskeyConfirmation' }),
  }),
  output: z.strictObject({ success: field.success, confirmed_until: field.timestamp }),
  errors: ['CURRENT_PASSWORD_INVALID', 'SECOND_FACTOR_INVALID', 'PASSKEY_INVALID', 'STATE_CONFLICT'],
});
