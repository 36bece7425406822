import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { member } from './resources.ts';

export const transferOwnership = defineOperation({
  id: 'transferOwnership',
  summary: 'Transfer ownership to another member and become an admin',
  http: { method: 'POST', path: '/tenants/{tenant_id}/transfer-ownership', status: 200 },
  auth: 'bearer',
  allow: 'ownership.transfer',
  confirm: 'always',
  input: z.strictObject({ tenant_id: field.id, user_id: field.id, password: field.password }),
  output: z.strictObject({ success: field.success, user: member }),
  errors: ['CURRENT_PASSWORD_INVALID', 'MEMBER_NOT_FOUND', 'LAST_OWNER', 'STATE_CONFLICT'],
});
