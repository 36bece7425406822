import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { mail } from './resources.ts';

export const retryMail = defineOperation({
  id: 'retryMail',
  summary: 'Retry an email that failed or was abandoned',
  http: { method: 'POST', path: '/tenants/{tenant_id}/outbox/{mail_id}/retry', status: 200 },
  auth: 'bearer',
  allow: 'mail.manage',
  confirm: 'never',
  input: z.strictObject({ tenant_id: field.id, mail_id: field.id }),
  output: mail,
  errors: ['STATE_CONFLICT'],
});
