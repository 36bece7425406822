import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { memberApplication, personClaims } from './resources.ts';

export const listMemberApplications = defineOperation({
  id: 'listMemberApplications',
  summary: 'List the applications that a member may use or gave access, and what these are told about them',
  http: { method: 'GET', path: '/tenants/{tenant_id}/users/{user_id}/applications', status: 200 },
  auth: 'bearer',
  allow: 'applications.manage',
  topics: ['applications', 'custom_roles', 'groups', 'member_pages', 'workspaces'],
  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: z.strictObject({
    applications: z.array(memberApplication),
    total: field.total,
    claims: personClaims.nullable(),
  }),
  errors: ['MEMBER_NOT_FOUND'],
});
