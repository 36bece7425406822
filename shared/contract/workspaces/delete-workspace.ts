import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const deleteWorkspace = defineOperation({
  id: 'deleteWorkspace',
  summary: 'Delete a workspace with its memberships',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/workspaces/{slug}', status: 200 },
  auth: 'bearer',
  allow: 'workspaces.manage',
  confirm: 'never',
  input: z.strictObject({ tenant_id: field.id, slug: field.slug }),
  output: field.done,
  errors: [],
});
