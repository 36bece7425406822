import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { groupWorkspace, ofGroup } from './resources.ts';

export const setGroupWorkspace = defineOperation({
  id: 'setGroupWorkspace',
  summary: 'Give the members of a group a role in a workspace, or change it',
  http: { method: 'PUT', path: '/tenants/{tenant_id}/groups/{group_id}/workspaces/{slug}', status: 200 },
  auth: 'bearer',
  allow: 'groups.manage',
  confirm: 'never',
  input: z.strictObject({ ...ofGroup, slug: field.slug, role: field.workspaceRole }),
  output: groupWorkspace,
  errors: ['FORBIDDEN'],
});
