import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { healthChange } from './resources.ts';

export const listWorkspaceHealth = defineOperation({
  id: 'listWorkspaceHealth',
  summary: 'List the health scores that a workspace was given, by whom and when, newest first',
  http: { method: 'GET', path: '/tenants/{tenant_id}/workspaces/{slug}/health', status: 200 },
  auth: 'bearer',
  allow: 'workspaces.read',
  guests: 'allowed',
  topics: ['workspaces'],
  input: z.strictObject({
    tenant_id: field.id,
    slug: field.slug,
    ...field.slice,
  }),
  output: z.strictObject({ changes: z.array(healthChange), total: field.total }),
  errors: [],
});
