import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { memberOutcome } from '../team/resources.ts';
import { ofGroup } from './resources.ts';

export const addGroupMembers = defineOperation({
  id: 'addGroupMembers',
  summary: "Add members to a group; one that fails doesn't stop the others",
  http: { method: 'POST', path: '/tenants/{tenant_id}/groups/{group_id}/members', status: 200 },
  auth: 'bearer',
  allow: 'groups.manage',
  confirm: 'authority',
  input: z.strictObject({ ...ofGroup, user_ids: field.userIds }),
  output: z.strictObject({ results: z.array(memberOutcome) }),
  errors: ['FORBIDDEN'],
});
