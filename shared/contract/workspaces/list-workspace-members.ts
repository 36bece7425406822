import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { workspaceMember } from './resources.ts';

export const listWorkspaceMembers = defineOperation({
  id: 'listWorkspaceMembers',
  summary: 'List the members of a workspace with their roles',
  http: { method: 'GET', path: '/tenants/{tenant_id}/workspaces/{slug}/members', status: 200 },
  auth: 'bearer',
  allow: 'workspaces.read',
  topics: ['workspaces', 'member_pages'],
  input: z.strictObject({ tenant_id: field.id, slug: field.slug, ...field.page }),
  output: z.strictObject({ members: z.array(workspaceMember), total: field.total }),
  errors: [],
});
