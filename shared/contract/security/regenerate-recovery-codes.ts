import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as resource from '../resources.ts';

export const regenerateRecoveryCodes = defineOperation({
  id: 'regenerateRecoveryCodes',
  summary: 'Create new recovery codes, shown only once; the old ones no longer work',
  http: { method: 'POST', path: '/users/me/second-factor/recovery-codes', status: 200 },
  auth: 'bearer',
  allow: 'self',
  throttle: 'token_guess',
  input: z.strictObject({ password: field.password, code: field.secondFactorCode }),
  output: z.strictObject({ recovery_codes: resource.recoveryCodes }),
  errors: ['CURRENT_PASSWORD_INVALID', 'SECOND_FACTOR_INVALID', 'STATE_CONFLICT', 'ACCOUNT_LOCKED', 'RATE_LIMITED'],
});
