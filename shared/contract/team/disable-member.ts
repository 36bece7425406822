import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const disableMember = defineOperation({
  id: 'disableMember',
  summary: 'Disable a member: they are signed out and cannot sign in until they are enabled again',
  http: { method: 'POST', path: '/tenants/{tenant_id}/users/{user_id}/disable', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  confirm: 'ownership',
  keys: 'refused',

  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: field.done,
  errors: ['MEMBER_NOT_FOUND', 'ROLE_NOT_ALLOWED', 'STATE_CONFLICT'],
});
