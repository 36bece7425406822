import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const markEmailVerified = defineOperation({
  id: 'markEmailVerified',
  summary: 'Mark the email address of a member as verified',
  http: { method: 'POST', path: '/tenants/{tenant_id}/users/{user_id}/verified', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  confirm: 'always',
  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: field.done,
  errors: ['MEMBER_NOT_FOUND', 'ROLE_NOT_ALLOWED', 'STATE_CONFLICT'],
});
