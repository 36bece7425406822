import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { customRole, customRoleName, givenPermissions } from './resources.ts';

export const createCustomRole = defineOperation({
  id: 'createCustomRole',
  summary: 'Create a custom role that no one has yet',
  http: { method: 'POST', path: '/tenants/{tenant_id}/custom-roles', status: 201 },
  auth: 'bearer',
  allow: 'roles.manage',
  confirm: 'never',
  creates: '/tenants/{tenant_id}/custom-roles/{role_id}',
  input: z.strictObject({
    tenant_id: field.id,
    name: customRoleName,
    description: field.description.optional(),
    permissions: givenPermissions,
  }),
  output: customRole,
  errors: ['CUSTOM_ROLE_NAME_TAKEN', 'TOO_MANY_CUSTOM_ROLES'],
});
