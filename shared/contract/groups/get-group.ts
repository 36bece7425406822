import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { group, ofGroup, openedApplication } from './resources.ts';

export const getGroup = defineOperation({
  id: 'getGroup',
  summary: 'Read a group',
  http: { method: 'GET', path: '/tenants/{tenant_id}/groups/{group_id}', status: 200 },
  auth: 'bearer',
  allow: 'groups.manage',
  topics: ['groups', 'applications'],
  input: z.strictObject(ofGroup),
  output: group.extend({
    applications: z.array(openedApplication).meta({
      description: 'The applications that the group opens, also by a custom role or at some paths, by name',
    }),
  }),
  errors: [],
});
