import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { workspace } from './resources.ts';

export const updateWorkspace = defineOperation({
  id: 'updateWorkspace',
  summary:
    "Change a workspace's name, description, slug or health score; omitted fields stay unchanged. Its Members may change the health score alone",
  http: { method: 'PUT', path: '/tenants/{tenant_id}/workspaces/{slug}', status: 200 },
  auth: 'bearer',
  allow: 'workspaces.settings',
  guests: 'allowed',
  confirm: 'never',
  input: z.strictObject({
    tenant_id: field.id,
    slug: field.slug,
    name: field.name.optional(),
    description: field.description.optional(),
    new_slug: field.newSlug.optional(),
    health_score: workspace.shape.health_score.optional(),
  }),
  output: workspace,
  errors: ['FORBIDDEN', 'SLUG_TAKEN'],
});
