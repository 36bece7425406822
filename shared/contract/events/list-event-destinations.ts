import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { eventDestination } from './resources.ts';

export const listEventDestinations = defineOperation({
  id: 'listEventDestinations',
  summary: 'List where events are sent',
  http: { method: 'GET', path: '/tenants/{tenant_id}/event-destinations', status: 200 },
  auth: 'bearer',
  allow: 'events.manage',
  topics: ['events', 'mail_settings'],
  input: z.strictObject({ tenant_id: field.id }),
  output: z.strictObject({ destinations: z.array(eventDestination), total: field.total }),
  errors: [],
});
