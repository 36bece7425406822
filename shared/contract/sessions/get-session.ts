import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const getSession = defineOperation({
  id: 'getSession',
  summary: 'Read when the present session ends',
  http: { method: 'GET', path: '/auth/session', status: 200 },
  auth: 'bearer',
  allow: 'self',
  input: field.nothing,
  output: z.strictObject({
    session_id: field.id,
    /** By the service's clock, told as a span: no client has to know how far its own clock is off. */
    idle_logout_in: z.int().min(0).meta({ description: 'Seconds until it ends where nothing happens' }),
    expires_at: field.timestamp,
  }),
  errors: [],
});
