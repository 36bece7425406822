import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { group, groupName } from './resources.ts';

export const createGroup = defineOperation({
  id: 'createGroup',
  summary: 'Create a group without members and workspaces',
  http: { method: 'POST', path: '/tenants/{tenant_id}/groups', status: 201 },
  auth: 'bearer',
  allow: 'groups.manage',
  confirm: 'never',
  creates: '/tenants/{tenant_id}/groups/{group_id}',
  input: z.strictObject({ tenant_id: field.id, name: groupName, description: field.description.optional() }),
  output: group,
  errors: ['GROUP_NAME_TAKEN', 'TOO_MANY_GROUPS'],
});
