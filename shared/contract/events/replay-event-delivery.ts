import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { eventDelivery } from './resources.ts';

export const replayEventDelivery = defineOperation({
  id: 'replayEventDelivery',
  summary: 'Send an event again that was delivered or has failed, signed anew under the same id',
  http: {
    method: 'POST',
    path: '/tenants/{tenant_id}/event-destinations/{destination_id}/deliveries/{delivery_id}/replay',
    status: 200,
  },
  auth: 'bearer',
  allow: 'events.manage',
  confirm: 'never',
  keys: 'refused',
  input: z.strictObject({ tenant_id: field.id, destination_id: field.id, delivery_id: field.id }),
  output: eventDelivery,
  errors: ['STATE_CONFLICT'],
});
