import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { eventDestination, overlapHours } from './resources.ts';

export const rollEventSecret = defineOperation({
  id: 'rollEventSecret',
  summary: 'Replace the signing secret of a destination; events are signed with both until the old one expires',
  http: { method: 'POST', path: '/tenants/{tenant_id}/event-destinations/{destination_id}/roll-secret', status: 200 },
  auth: 'bearer',
  allow: 'events.manage',
  confirm: 'always',
  answersSecret: true,
  input: z.strictObject({ tenant_id: field.id, destination_id: field.id, overlap_hours: overlapHours }),
  output: eventDestination.extend({
    secret: z.string().meta({ description: 'Verifies what is sent; only shown now' }),
  }),
  errors: ['STATE_CONFLICT'],
});
