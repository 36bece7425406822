import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const setGuest = defineOperation({
  id: 'setGuest',
  summary: 'Make a member a guest, who sees the workspaces they are in and no other person, or end that',
  http: { method: 'PUT', path: '/tenants/{tenant_id}/users/{user_id}/guest', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  confirm: 'authority',
  keys: 'refused',
  input: z.strictObject({ tenant_id: field.id, user_id: field.id, guest: z.boolean() }),
  output: field.done,
  errors: ['MEMBER_NOT_FOUND', 'ROLE_NOT_ALLOWED', 'STATE_CONFLICT'],
});
