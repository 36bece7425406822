import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const countSessions = defineOperation({
  id: 'countSessions',
  summary: 'Count the open sessions of the organization and their users',
  http: { method: 'GET', path: '/tenants/{tenant_id}/sessions/count', status: 200 },
  auth: 'bearer',
  allow: 'sessions.manage',
  topics: ['sessions'],
  input: z.strictObject({ tenant_id: field.id }),
  output: z.strictObject({ sessions: z.int().min(0), people: z.int().min(0) }),
  errors: [],
});
