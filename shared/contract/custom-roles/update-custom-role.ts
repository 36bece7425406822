import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { customRole, customRoleName, givenPermissions, ofCustomRole } from './resources.ts';

export const updateCustomRole = defineOperation({
  id: 'updateCustomRole',
  summary: 'Change a custom role for everyone who has it; omitted fields stay unchanged',
  http: { method: 'PUT', path: '/tenants/{tenant_id}/custom-roles/{role_id}', status: 200 },
  auth: 'bearer',
  allow: 'roles.manage',
  confirm: 'authority',
  input: z.strictObject({
    ...ofCustomRole,
    name: customRoleName.optional(),
    description: field.description.optional(),
    permissions: givenPermissions.optional(),
  }),
  output: customRole,
  errors: ['CUSTOM_ROLE_NAME_TAKEN'],
});
