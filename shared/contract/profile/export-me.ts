import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as resource from '../resources.ts';

export const exportMe = defineOperation({
  id: 'exportMe',
  summary: 'Export everything that is stored about the own account',
  http: { method: 'GET', path: '/users/me/export', status: 200 },
  auth: 'bearer',
  allow: 'self',
  input: field.nothing,
  output: z.strictObject({
    exported_at: field.timestamp,
    user: resource.user,
    tenant: z.strictObject({ tenant_id: field.id, name: z.string(), created_at: field.timestamp }),
    sessions: z.array(resource.session),
    workspaces: z.array(
      z.strictObject({
        workspace_id: field.id,
        slug: field.slug,
        name: z.string(),
        role: field.workspaceRole.nullable(),
        owned: z.boolean(),
      }),
    ),
    invitations_sent: z.array(resource.invitation),
    mails_received: z.array(resource.mail),
  }),
  errors: [],
});
