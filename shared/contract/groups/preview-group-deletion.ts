import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ofGroup, openedApplication } from './resources.ts';

export const previewGroupDeletion = defineOperation({
  id: 'previewGroupDeletion',
  summary: 'Preview what deleting a group would end; changes nothing',
  http: { method: 'GET', path: '/tenants/{tenant_id}/groups/{group_id}/deletion', status: 200 },
  auth: 'bearer',
  allow: 'groups.manage',
  topics: [],
  input: z.strictObject(ofGroup),
  output: z.strictObject({
    members: field.total,
    workspaces: z
      .array(
        z.strictObject({
          workspace_id: field.id,
          name: z.string(),
          members: field.total.meta({ description: 'Members who may enter it by this group alone' }),
        }),
      )
      .meta({ description: 'The workspaces of the group' }),
    applications: z.array(openedApplication).meta({
      description: 'The applications that the group opens, also by a custom role or at some paths, by name',
    }),
  }),
  errors: [],
});
