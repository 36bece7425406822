import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { group, ofGroup } from './resources.ts';

export const getGroup = defineOperation({
  id: 'getGroup',
  summary: 'Read a group',
  http: { method: 'GET', path: '/tenants/{tenant_id}/groups/{group_id}', status: 200 },
  auth: 'bearer',
  allow: 'groups.manage',
  topics: ['groups'],
  input: z.strictObject(ofGroup),
  output: group,
  errors: [],
});
