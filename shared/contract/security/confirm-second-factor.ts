import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { recoveryCodes } from './resources.ts';

export const confirmSecondFactor = defineOperation({
  id: 'confirmSecondFactor',
  summary: 'Turn on the authenticator app with a first code; returns new recovery codes, once',
  http: { method: 'POST', path: '/users/me/second-factor/confirm', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'always',
  despite: ['second_factor'],
  answersSecret: true,
  input: z.strictObject({ code: field.secondFactorCode }),
  output: z.strictObject({ recovery_codes: recoveryCodes }),
  errors: ['SECOND_FACTOR_INVALID', 'STATE_CONFLICT'],
});
