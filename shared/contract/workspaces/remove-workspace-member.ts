import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const removeWorkspaceMember = defineOperation({
  id: 'removeWorkspaceMember',
  summary: 'Remove a member from a workspace',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/workspaces/{slug}/members/{user_id}', status: 200 },
  auth: 'bearer',
  allow: 'workspaces.settings',
  confirm: 'never',
  input: z.strictObject({ tenant_id: field.id, slug: field.slug, user_id: field.id }),
  output: field.done,
  errors: ['FORBIDDEN', 'MEMBER_NOT_FOUND'],
});
