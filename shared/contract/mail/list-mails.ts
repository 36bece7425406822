import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { mail, mailStatuses } from './resources.ts';

export const listMails = defineOperation({
  id: 'listMails',
  summary: 'List the email of the organization, newest first',
  http: { method: 'GET', path: '/tenants/{tenant_id}/outbox', status: 200 },
  auth: 'bearer',
  allow: 'mail.manage',
  topics: ['outbox', 'mail_settings'],
  input: z.strictObject({ tenant_id: field.id, ...field.page, status: z.enum(mailStatuses).optional() }),
  output: z.strictObject({
    mails: z.array(mail),
    total: field.total,
    delivery: z.enum(['smtp', 'kept']).meta({ description: 'kept: no mail server is set, email stays here' }),
  }),
  errors: [],
});
