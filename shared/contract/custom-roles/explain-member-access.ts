import { z } from 'zod';
import { permissionNames, reaches } from '../../rules/access-explanation.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

const throughGroup = z
  .strictObject({ group_id: field.id, name: z.string() })
  .nullable()
  .meta({ description: 'The group by which they have it; null if it is their own' });

const explained = z
  .strictObject({
    permission: z.enum(permissionNames),
    reach: z.enum(reaches).meta({ description: 'Where they have it: everywhere, in some workspaces, or nowhere' }),
    role: field.role.nullable().meta({ description: 'Their role, if it gives the permission; otherwise null' }),
    custom_roles: z.array(z.strictObject({ role_id: field.id, name: z.string(), group: throughGroup })),
    workspaces: z.array(
      z.strictObject({
        workspace: z
          .strictObject({ slug: field.slug, name: z.string() })
          .nullable()
          .meta({ description: "Null if the caller can't see it" }),
        role: field.workspaceRole,
        group: throughGroup,
      }),
    ),
    would_give: z
      .strictObject({
        role: field.role.meta({ description: '`member` for a guest: ending guest access gives it' }),
        workspace_role: field.workspaceRole.nullable().meta({ description: 'In a workspace, if one gives it there' }),
        custom_roles: z.array(z.strictObject({ role_id: field.id, name: z.string() })),
        grantable: z.boolean().meta({ description: 'Whether a custom role could give it' }),
      })
      .meta({ description: 'The lowest roles that give it, and the custom roles that do' }),
  })
  .meta({ id: 'ExplainedPermission' });

export const explainMemberAccess = defineOperation({
  id: 'explainMemberAccess',
  summary: 'Read what a member may do and why, for each permission; an account that is not active may do nothing',
  http: { method: 'GET', path: '/tenants/{tenant_id}/users/{user_id}/permissions', status: 200 },
  auth: 'bearer',
  allow: 'roles.manage',
  topics: ['member_pages', 'custom_roles', 'workspaces'],
  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: z.strictObject({ permissions: z.array(explained) }),
  errors: ['MEMBER_NOT_FOUND'],
});
