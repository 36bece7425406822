import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { mail } from './resources.ts';

export const getMail = defineOperation({
  id: 'getMail',
  summary: 'Preview an email, without the secret in its link',
  http: { method: 'GET', path: '/tenants/{tenant_id}/outbox/{mail_id}', status: 200 },
  auth: 'bearer',
  allow: 'mail.manage',
  topics: ['outbox', 'mail_settings'],
  input: z.strictObject({ tenant_id: field.id, mail_id: field.id }),
  output: mail
    .extend({
      text: z.string(),
      html: z.string(),
      link_available: z.boolean().meta({ description: 'Whether the caller may reveal the link of this email' }),
    })
    .meta({ id: 'MailPreview' }),
  errors: [],
});
