import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { groupWorkspace, ofGroup } from './resources.ts';

export const listGroupWorkspaces = defineOperation({
  id: 'listGroupWorkspaces',
  summary: 'List the workspaces that the members of a group may enter by it, with their role there',
  http: { method: 'GET', path: '/tenants/{tenant_id}/groups/{group_id}/workspaces', status: 200 },
  auth: 'bearer',
  allow: 'groups.manage',
  topics: ['groups', 'workspaces'],
  input: z.strictObject(ofGroup),
  output: z.strictObject({ workspaces: z.array(groupWorkspace) }),
  errors: [],
});
