import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { mailSettings } from './resources.ts';

export const releaseHeldMail = defineOperation({
  id: 'releaseHeldMail',
  summary: 'Send email again after this server was restored from a backup',
  http: { method: 'POST', path: '/settings/mail/release', status: 200 },
  auth: 'bearer',
  allow: 'mail.settings',
  confirm: 'always',
  input: z.strictObject({
    kept_mails: z
      .enum(['send', 'keep'])
      .meta({ description: 'What happens to waiting email: send it now, or keep it until each one is sent manually' }),
  }),
  output: mailSettings,
  errors: ['STATE_CONFLICT'],
});
