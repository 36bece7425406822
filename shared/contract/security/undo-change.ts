import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const undoChange = defineOperation({
  id: 'undoChange',
  summary:
    'Undo a new passkey, authenticator app, API key, owner or set of recovery codes, and what it made possible, with the link from an email',
  http: { method: 'POST', path: '/security/undo', status: 200 },
  auth: 'none',
  throttle: 'token_guess',
  input: z.strictObject({ token: field.token }),
  output: z.strictObject({
    ...field.done.shape,
    password_reset_sent: z
      .boolean()
      .meta({ description: 'Whether an email with a link to set a new password is on its way' }),
  }),
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'EMAIL_TAKEN', 'RATE_LIMITED'],
});
