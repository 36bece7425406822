import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { workspaceMember } from './resources.ts';

export const setWorkspaceMember = defineOperation({
  id: 'setWorkspaceMember',
  summary: 'Add a member to a workspace, or change their role in it',
  http: { method: 'PUT', path: '/tenants/{tenant_id}/workspaces/{slug}/members/{user_id}', status: 200 },
  auth: 'bearer',
  allow: 'workspaces.settings',
  confirm: 'never',
  input: z.strictObject({ tenant_id: field.id, slug: field.slug, user_id: field.id, role: field.workspaceRole }),
  output: workspaceMember,
  errors: ['FORBIDDEN', 'MEMBER_NOT_FOUND'],
});
