import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const getMailActivity = defineOperation({
  id: 'getMailActivity',
  summary: 'Count the email of the organization by day',
  http: { method: 'GET', path: '/tenants/{tenant_id}/outbox/activity', status: 200 },
  auth: 'bearer',
  allow: 'mail.manage',
  topics: ['outbox'],
  input: z.strictObject({ tenant_id: field.id }),
  output: z.strictObject({
    days: z
      .array(
        z.strictObject({
          day: z.string(),
          sent: field.total.meta({ description: 'Accepted by the mail server on this day' }),
          failed: field.total.meta({
            description: 'Queued on this day and not delivered: they failed, or were given up',
          }),
        }),
      )
      .meta({ description: 'The last 30 days in UTC, oldest first' }),
  }),
  errors: [],
});
