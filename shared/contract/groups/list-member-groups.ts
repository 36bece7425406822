import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { groupMember } from './resources.ts';

export const listMemberGroups = defineOperation({
  id: 'listMemberGroups',
  summary: "List a member's groups, by name",
  http: { method: 'GET', path: '/tenants/{tenant_id}/users/{user_id}/groups', status: 200 },
  auth: 'bearer',
  allow: 'groups.manage',
  topics: ['groups'],
  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: z.strictObject({
    groups: z.array(
      z.strictObject({
        group_id: field.id,
        name: z.string(),
        ...groupMember.pick({ added_at: true, added_by: true }).shape,
      }),
    ),
  }),
  errors: ['MEMBER_NOT_FOUND'],
});
