import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { group, groupName, ofGroup } from './resources.ts';

export const updateGroup = defineOperation({
  id: 'updateGroup',
  summary: "Change a group's name or description; omitted fields stay unchanged",
  http: { method: 'PUT', path: '/tenants/{tenant_id}/groups/{group_id}', status: 200 },
  auth: 'bearer',
  allow: 'groups.manage',
  confirm: 'never',
  input: z.strictObject({ ...ofGroup, name: groupName.optional(), description: field.description.optional() }),
  output: group,
  errors: ['FORBIDDEN', 'GROUP_NAME_TAKEN'],
});
