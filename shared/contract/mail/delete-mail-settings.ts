import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { mailSettings } from './resources.ts';

export const deleteMailSettings = defineOperation({
  id: 'deleteMailSettings',
  summary: 'Remove the mail server; email is held from then on',
  http: { method: 'DELETE', path: '/settings/mail', status: 200 },
  auth: 'bearer',
  allow: 'mail.settings',
  confirm: 'always',
  input: z.strictObject({ password: field.password.meta({ description: 'Of your account' }) }),
  output: mailSettings,
  errors: ['CURRENT_PASSWORD_INVALID', 'STATE_CONFLICT'],
});
