import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const getSession = defineOperation({
  id: 'getSession',
  summary: 'Read when this session ends',
  http: { method: 'GET', path: '/auth/session', status: 200 },
  auth: 'bearer',
  allow: 'self',
  guests: 'allowed',
  topics: ['tenant'],
  input: field.nothing,
  output: z.strictObject({
    session_id: field.id,
    /** A duration by the service's clock, so that clients need not correct for their own clock. */
    idle_logout_in: z.int().min(0).meta({ description: 'Seconds until it ends without activity' }),
    idle_timeout: z.int().min(0).meta({ description: 'Seconds without activity after which it ends' }),
    expires_at: field.timestamp,
  }),
  errors: [],
});
