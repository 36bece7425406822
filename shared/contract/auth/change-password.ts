import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const changePassword = defineOperation({
  id: 'changePassword',
  seed: '000 §4 #8',
  summary: 'Change your password; all your other sessions end, and your API keys are revoked unless you keep them',
  http: { method: 'POST', path: '/auth/change-password', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  confirm: 'always',
  input: z.strictObject({
    current_password: field.password,
    new_password: field.newPassword,
    keep_api_keys: z.boolean().optional().describe('Whether your API keys stay valid. By default they are revoked.'),
  }),
  output: field.done,
  errors: ['CURRENT_PASSWORD_INVALID', 'WEAK_PASSWORD', 'SAME_PASSWORD'],
});
