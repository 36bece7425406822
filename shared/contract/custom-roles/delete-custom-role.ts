import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ofCustomRole } from './resources.ts';

export const deleteCustomRole = defineOperation({
  id: 'deleteCustomRole',
  summary: 'Delete a custom role: those who have it lose what it alone gives them',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/custom-roles/{role_id}', status: 200 },
  auth: 'bearer',
  allow: 'roles.manage',
  confirm: 'never',
  input: z.strictObject(ofCustomRole),
  output: field.done,
  errors: [],
});
