import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const restoreMember = defineOperation({
  id: 'restoreMember',
  summary: "Withdraw the scheduled deletion of a member's account",
  http: { method: 'POST', path: '/tenants/{tenant_id}/users/{user_id}/restore', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  confirm: 'ownership',
  keys: 'refused',
  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: field.done,
  errors: ['MEMBER_NOT_FOUND', 'ROLE_NOT_ALLOWED', 'STATE_CONFLICT'],
});
