import { z } from 'zod';
import { boundedString } from '../bounded-string.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const deleteMe = defineOperation({
  id: 'deleteMe',
  seed: '000 §4 #19',
  summary: 'Schedule your account for deletion; access ends immediately',
  http: { method: 'DELETE', path: '/users/me', status: 200 },
  auth: 'bearer',
  despite: ['verified_email'],
  allow: 'self',
  guests: 'allowed',
  confirm: 'always',
  /** The handler checks the literal word and answers CONFIRMATION_REQUIRED if it is another. */
  input: z.strictObject({
    confirmation: boundedString(100).meta({ description: 'The literal word DELETE' }),
    password: field.password,
  }),
  output: z.strictObject({
    success: field.success,
    scheduled_deletion: field.timestamp,
    message: field.message,
  }),
  errors: ['CONFIRMATION_REQUIRED', 'CURRENT_PASSWORD_INVALID', 'LAST_OWNER'],
});
