import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const revealMailLink = defineOperation({
  id: 'revealMailLink',
  summary: 'Read the link of an undelivered email, to share it yourself',
  http: { method: 'POST', path: '/tenants/{tenant_id}/outbox/{mail_id}/link', status: 200 },
  auth: 'bearer',
  allow: 'mail.manage',
  confirm: 'always',
  answersSecret: true,
  input: z.strictObject({ tenant_id: field.id, mail_id: field.id }),
  output: z.strictObject({ url: z.string(), expires_at: field.timestamp }),
  errors: ['ROLE_NOT_ALLOWED', 'STATE_CONFLICT'],
});
