import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { enteredDestination, eventDestination } from './resources.ts';

export const updateEventDestination = defineOperation({
  id: 'updateEventDestination',
  summary: 'Change an event destination, or turn it on or off; what is left out stays',
  http: { method: 'PUT', path: '/tenants/{tenant_id}/event-destinations/{destination_id}', status: 200 },
  auth: 'bearer',
  allow: 'events.manage',
  confirm: 'always',
  input: z.strictObject({
    tenant_id: field.id,
    destination_id: field.id,
    name: enteredDestination.name.optional(),
    url: enteredDestination.url.optional(),
    event_types: enteredDestination.event_types.optional(),
    allow_private_addresses: enteredDestination.allow_private_addresses.optional(),
    enabled: z.boolean().optional().meta({
      description: 'While it is off, nothing is sent. Once it is on again, it gets what has happened since',
    }),
    skip_waiting: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether to send only what happens from now on. What waits is never sent' }),
  }),
  output: eventDestination,
  errors: [],
});
