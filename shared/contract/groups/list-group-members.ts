import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { groupMember, ofGroup } from './resources.ts';

export const listGroupMembers = defineOperation({
  id: 'listGroupMembers',
  summary: 'List the members of a group, by name',
  http: { method: 'GET', path: '/tenants/{tenant_id}/groups/{group_id}/members', status: 200 },
  auth: 'bearer',
  allow: 'groups.manage',
  topics: ['groups', 'member_pages'],
  input: z.strictObject({ ...ofGroup, ...field.page }),
  output: z.strictObject({ members: z.array(groupMember), total: field.total }),
  errors: [],
});
