import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { workspace } from './resources.ts';

export const createWorkspace = defineOperation({
  id: 'createWorkspace',
  summary: 'Create a workspace; its creator becomes its Admin',
  http: { method: 'POST', path: '/tenants/{tenant_id}/workspaces', status: 201 },
  auth: 'bearer',
  allow: 'workspaces.manage',
  confirm: 'never',
  serviceAccounts: 'refused',
  creates: '/tenants/{tenant_id}/workspaces/{slug}',
  input: z.strictObject({
    tenant_id: field.id,
    name: field.name,
    description: field.description.optional(),
    slug: field.newSlug.optional().meta({ description: 'Generated from the name if omitted' }),
  }),
  output: workspace,
  errors: ['SLUG_TAKEN'],
});
