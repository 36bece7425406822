import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { member } from './resources.ts';

export const changeRole = defineOperation({
  id: 'changeRole',
  seed: '000 §4 #14',
  summary: "Change a member's role, effective with their next request",
  http: { method: 'PUT', path: '/tenants/{tenant_id}/users/{user_id}', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  confirm: 'ownership',
  input: z.strictObject({ tenant_id: field.id, user_id: field.id, role: field.role }),
  output: z.strictObject({ success: field.success, user: member }),
  errors: [
    'ROLE_NOT_ALLOWED',
    'API_KEY_REFUSED',
    'SERVICE_ACCOUNT_REFUSED',
    'MEMBER_NOT_FOUND',
    'LAST_OWNER',
    'STATE_CONFLICT',
  ],
});
