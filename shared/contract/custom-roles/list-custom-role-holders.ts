import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { customRoleHolder, ofCustomRole } from './resources.ts';

export const listCustomRoleHolders = defineOperation({
  id: 'listCustomRoleHolders',
  summary: 'List the members, groups and service accounts that have a custom role, by name',
  http: { method: 'GET', path: '/tenants/{tenant_id}/custom-roles/{role_id}/holders', status: 200 },
  auth: 'bearer',
  allow: 'roles.manage',
  topics: ['custom_roles'],
  input: z.strictObject({ ...ofCustomRole, ...field.slice }),
  output: z.strictObject({ holders: z.array(customRoleHolder), total: field.total }),
  errors: [],
});
