import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { deliveryStatuses, eventDelivery } from './resources.ts';

export const listEventDeliveries = defineOperation({
  id: 'listEventDeliveries',
  summary: 'List what was and will be sent to a destination, newest first',
  http: { method: 'GET', path: '/tenants/{tenant_id}/event-destinations/{destination_id}/deliveries', status: 200 },
  auth: 'bearer',
  allow: 'events.manage',
  topics: ['events'],
  input: z.strictObject({
    tenant_id: field.id,
    destination_id: field.id,
    ...field.slice,
    status: z.enum(deliveryStatuses).optional(),
  }),
  output: z.strictObject({ deliveries: z.array(eventDelivery), total: field.total }),
  errors: [],
});
