import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const deleteEventDestination = defineOperation({
  id: 'deleteEventDestination',
  summary: 'Send no more events to a destination, and delete its log of deliveries',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/event-destinations/{destination_id}', status: 200 },
  auth: 'bearer',
  allow: 'events.manage',
  confirm: 'never',
  input: z.strictObject({ tenant_id: field.id, destination_id: field.id }),
  output: field.done,
  errors: [],
});
