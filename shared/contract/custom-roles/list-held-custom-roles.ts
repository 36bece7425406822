import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { heldCustomRole } from './resources.ts';

export const listHeldCustomRoles = defineOperation({
  id: 'listHeldCustomRoles',
  summary: 'List the custom roles that a member, a group or a service account has, by name',
  http: { method: 'GET', path: '/tenants/{tenant_id}/custom-role-holders/{holder_id}/custom-roles', status: 200 },
  auth: 'bearer',
  allow: 'roles.manage',
  topics: ['custom_roles'],
  input: z.strictObject({ tenant_id: field.id, holder_id: field.id }),
  output: z.strictObject({ custom_roles: z.array(heldCustomRole) }),
  errors: [],
});
