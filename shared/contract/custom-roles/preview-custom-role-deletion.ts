import { z } from 'zod';
import * as field from '../fields.ts';
import { openedApplication } from '../groups/resources.ts';
import { defineOperation } from '../operation.ts';
import { ofCustomRole } from './resources.ts';

export const previewCustomRoleDeletion = defineOperation({
  id: 'previewCustomRoleDeletion',
  summary: 'Preview who would lose a custom role with its deletion; changes nothing',
  http: { method: 'GET', path: '/tenants/{tenant_id}/custom-roles/{role_id}/deletion', status: 200 },
  auth: 'bearer',
  allow: 'roles.manage',
  topics: [],
  input: z.strictObject(ofCustomRole),
  output: z.strictObject({
    people: field.total.meta({ description: 'Members who have it themselves or by a group, each once' }),
    groups: field.total,
    service_accounts: field.total,
    applications: z.array(openedApplication).meta({ description: 'The applications that the role opens, by name' }),
  }),
  errors: [],
});
