import { z } from 'zod';
import { mailOutcomes } from '../../texts/mail-outcomes.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const sendTestMail = defineOperation({
  id: 'sendTestMail',
  summary: "Send a test email to your address now, and return the mail server's response",
  http: { method: 'POST', path: '/settings/mail/test', status: 200 },
  auth: 'bearer',
  allow: 'mail.settings',
  confirm: 'never',
  keys: 'refused',
  input: z.strictObject({}),
  output: z.strictObject({
    outcome: z.enum(mailOutcomes),
    recipient: field.email,
    server_reply: z.string().nullable().meta({ description: "The mail server's response, if it refused" }),
  }),
  errors: ['STATE_CONFLICT'],
});
