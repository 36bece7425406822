import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { destinationKinds, enteredDestination, eventDestination, signingSecret } from './resources.ts';

export const createEventDestination = defineOperation({
  id: 'createEventDestination',
  summary: 'Send events to another program from now on; the signing secret is shown only once',
  http: { method: 'POST', path: '/tenants/{tenant_id}/event-destinations', status: 201 },
  auth: 'bearer',
  allow: 'events.manage',
  confirm: 'always',
  answersSecret: true,
  creates: '/tenants/{tenant_id}/event-destinations/{destination_id}',
  input: z.strictObject({
    tenant_id: field.id,
    kind: z.enum(destinationKinds).meta({
      description: '`webhook` is Standard Webhooks, signed. The others are messages for people in a chat',
    }),
    ...enteredDestination,
    event_types: enteredDestination.event_types.default(null),
    allow_private_addresses: enteredDestination.allow_private_addresses.default(false),
  }),
  output: eventDestination.extend({ secret: signingSecret }),
  errors: ['TOO_MANY_EVENT_DESTINATIONS'],
});
