import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const revokeMemberSessions = defineOperation({
  id: 'revokeMemberSessions',
  summary: 'End all sessions of a member',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/users/{user_id}/sessions', status: 200 },
  auth: 'bearer',
  allow: 'sessions.manage',
  confirm: 'ownership',

  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: z.strictObject({ ended: field.total.meta({ description: 'How many sessions ended' }) }),
  errors: ['MEMBER_NOT_FOUND', 'ROLE_NOT_ALLOWED'],
});
