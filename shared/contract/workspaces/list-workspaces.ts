import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { workspace } from './resources.ts';

export const listWorkspaces = defineOperation({
  id: 'listWorkspaces',
  summary: 'List workspaces: all of them for owners and admins, their own for members',
  http: { method: 'GET', path: '/tenants/{tenant_id}/workspaces', status: 200 },
  auth: 'bearer',
  allow: 'workspaces.list',
  guests: 'allowed',
  topics: ['workspaces'],
  input: z.strictObject({ tenant_id: field.id, ...field.page }),
  output: z.strictObject({ workspaces: z.array(workspace), total: field.total }),
  errors: [],
});
