import { z } from 'zod';
import { accessKinds } from '../../rules/access-kinds.ts';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { memberStatuses } from './resources.ts';

const access = z
  .strictObject({
    holder: z.strictObject({
      kind: z.enum(['member', 'service_account']),
      id: field.id,
      name: z.string(),
      email: field.email.nullable().meta({ description: 'Null for a service account' }),
      status: z.enum(memberStatuses),
      guest: z.boolean(),
    }),
    kind: z
      .enum(accessKinds)
      .meta({ description: 'What they have: their role, a role in a workspace, membership of a group, a custom role' }),
    role: z
      .union([field.role, field.workspaceRole])
      .nullable()
      .meta({ description: 'In the organization or, for a workspace, in that. Null for other kinds' }),
    workspace: z.strictObject({ workspace_id: field.id, slug: field.slug, name: z.string() }).nullable(),
    group: z
      .strictObject({ group_id: field.id, name: z.string() })
      .nullable()
      .meta({ description: 'The group that they are in or, for other kinds, by which they have it; null if neither' }),
    custom_role: z.strictObject({ role_id: field.id, name: z.string() }).nullable(),
    since: field.timestamp.nullable().meta({
      description: 'Since when they have it. Null if that is not known, because version 0.1 gave it',
    }),
    given_by: field.person.nullable().meta({
      description: "Null if it isn't known, if the account is deleted, or if it wasn't a member of the organization",
    }),
  })
  .meta({ id: 'Access' });

export const listAccessReview = defineOperation({
  id: 'listAccessReview',
  summary: 'List who has what access, since when and by whom: members and service accounts, by name',
  http: { method: 'GET', path: '/tenants/{tenant_id}/access-review', status: 200 },
  auth: 'bearer',
  allow: 'audit.read',
  topics: ['member_pages', 'workspaces', 'groups', 'custom_roles', 'service_accounts'],
  input: z.strictObject({
    tenant_id: field.id,
    ...field.page,
    kind: z.enum(accessKinds).optional().meta({ description: 'Only this kind of access' }),
  }),
  output: z.strictObject({ access: z.array(access), total: field.total }),
  errors: [],
});
