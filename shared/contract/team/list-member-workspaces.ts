import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const listMemberWorkspaces = defineOperation({
  id: 'listMemberWorkspaces',
  summary: "List a member's workspaces that the caller may see",
  http: { method: 'GET', path: '/tenants/{tenant_id}/users/{user_id}/workspaces', status: 200 },
  auth: 'bearer',
  allow: 'workspaces.list',
  topics: ['workspaces'],
  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: z.strictObject({
    workspaces: z.array(
      z.strictObject({
        workspace_id: field.id,
        slug: field.slug,
        name: z.string(),
        role: field.workspaceRole.nullable().meta({
          description:
            'The highest of their own and those of their groups. Null if the member owns it without a role in it',
        }),
        own_role: field.workspaceRole.nullable(),
        groups: field.throughGroups,
        owned: z.boolean(),
        my_role: field.workspaceRole.nullable().meta({ description: "The caller's own role there" }),
      }),
    ),
  }),
  errors: ['MEMBER_NOT_FOUND'],
});
