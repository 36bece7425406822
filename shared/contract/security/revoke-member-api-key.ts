import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const revokeMemberApiKey = defineOperation({
  id: 'revokeMemberApiKey',
  summary: 'Revoke an API key of a member',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/users/{user_id}/api-keys/{key_id}', status: 200 },
  auth: 'bearer',
  allow: 'sessions.manage',
  confirm: 'ownership',

  input: z.strictObject({ tenant_id: field.id, user_id: field.id, key_id: field.id }),
  output: field.done,
  errors: ['MEMBER_NOT_FOUND', 'ROLE_NOT_ALLOWED'],
});
