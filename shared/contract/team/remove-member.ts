import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const removeMember = defineOperation({
  id: 'removeMember',
  seed: '000 §4 #15',
  summary: 'Remove a member; an owner takes over what they own',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/users/{user_id}', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  confirm: 'ownership',
  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: field.done,
  errors: ['ROLE_NOT_ALLOWED', 'MEMBER_NOT_FOUND', 'LAST_OWNER'],
});
