import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ofCustomRole } from './resources.ts';

export const assignCustomRole = defineOperation({
  id: 'assignCustomRole',
  summary: 'Assign a custom role to a member, a group or a service account',
  http: { method: 'PUT', path: '/tenants/{tenant_id}/custom-roles/{role_id}/holders/{holder_id}', status: 200 },
  auth: 'bearer',
  allow: 'roles.manage',
  confirm: 'authority',
  input: z.strictObject({ ...ofCustomRole, holder_id: field.id }),
  output: field.done,
  errors: ['ROLE_NOT_ALLOWED', 'STATE_CONFLICT'],
});
