import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const unlockMember = defineOperation({
  id: 'unlockMember',
  summary: 'Let a member sign in again immediately after too many wrong passwords',
  http: { method: 'POST', path: '/tenants/{tenant_id}/users/{user_id}/unlock', status: 200 },
  auth: 'bearer',
  allow: 'sessions.manage',
  confirm: 'ownership',
  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: field.done,
  errors: ['MEMBER_NOT_FOUND', 'ROLE_NOT_ALLOWED', 'STATE_CONFLICT'],
});
