import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ofGroup } from './resources.ts';

export const removeGroupWorkspace = defineOperation({
  id: 'removeGroupWorkspace',
  summary: 'Take the role in a workspace from a group',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/groups/{group_id}/workspaces/{slug}', status: 200 },
  auth: 'bearer',
  allow: 'groups.manage',
  confirm: 'never',
  input: z.strictObject({ ...ofGroup, slug: field.slug }),
  output: field.done,
  errors: ['FORBIDDEN'],
});
