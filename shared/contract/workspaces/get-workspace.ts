import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { workspace } from './resources.ts';

export const getWorkspace = defineOperation({
  id: 'getWorkspace',
  summary: 'Read a workspace',
  http: { method: 'GET', path: '/tenants/{tenant_id}/workspaces/{slug}', status: 200 },
  auth: 'bearer',
  allow: 'workspaces.read',
  guests: 'allowed',
  topics: ['workspaces'],
  input: z.strictObject({ tenant_id: field.id, slug: field.slug }),
  output: workspace,
  errors: [],
});
