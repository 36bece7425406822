import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ofGroup } from './resources.ts';

export const deleteGroup = defineOperation({
  id: 'deleteGroup',
  summary: 'Delete a group: its members lose the workspaces that they may enter by it alone',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/groups/{group_id}', status: 200 },
  auth: 'bearer',
  allow: 'groups.manage',
  confirm: 'never',
  input: z.strictObject(ofGroup),
  output: field.done,
  errors: ['FORBIDDEN'],
});
