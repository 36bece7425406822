import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { eventDestination } from './resources.ts';

export const getEventDestination = defineOperation({
  id: 'getEventDestination',
  summary: 'Read an event destination',
  http: { method: 'GET', path: '/tenants/{tenant_id}/event-destinations/{destination_id}', status: 200 },
  auth: 'bearer',
  allow: 'events.manage',
  topics: ['events', 'mail_settings'],
  input: z.strictObject({ tenant_id: field.id, destination_id: field.id }),
  output: eventDestination,
  errors: [],
});
