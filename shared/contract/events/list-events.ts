import { z } from 'zod';
import { eventLimits, pagination } from '../../rules/limits.ts';
import { eventTypes } from '../../texts/event-types.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { event } from './resources.ts';

export const listEvents = defineOperation({
  id: 'listEvents',
  summary: 'List what happened after a position, oldest first, or wait until something does',
  http: { method: 'GET', path: '/tenants/{tenant_id}/events', status: 200 },
  auth: 'bearer',
  allow: 'audit.read',
  // Read by programs that ask again on their own.
  topics: [],
  waits: true,
  input: z.strictObject({
    tenant_id: field.id,
    after: z.int().min(0).optional().meta({
      description: 'The `next` of the last answer. Absent: nothing that has happened until now',
    }),
    types: z
      .array(z.enum(eventTypes))
      .min(1)
      .max(eventTypes.length)
      .optional()
      .meta({ description: 'Only these types of events' }),
    limit: z.int().min(1).max(pagination.maxLimit).default(pagination.defaultLimit),
    wait_seconds: z
      .int()
      .min(0)
      .max(eventLimits.maxWaitSeconds)
      .default(0)
      .meta({ description: 'How long to wait for an event if there is none' }),
  }),
  output: z.strictObject({
    events: z.array(event),
    next: z.int().min(0).meta({ description: 'What to send as `after` for the events that follow' }),
    removed: z.boolean().meta({
      description:
        'Whether events after `after` are gone: deleted at the end of their retention period, or lost with a restored backup',
    }),
  }),
  errors: [],
});
