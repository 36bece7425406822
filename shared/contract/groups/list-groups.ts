import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { group } from './resources.ts';

export const listGroups = defineOperation({
  id: 'listGroups',
  summary: 'List the groups of the organization, by name',
  http: { method: 'GET', path: '/tenants/{tenant_id}/groups', status: 200 },
  auth: 'bearer',
  allow: 'groups.manage',
  topics: ['groups'],
  input: z.strictObject({ tenant_id: field.id, ...field.page }),
  output: z.strictObject({ groups: z.array(group), total: field.total }),
  errors: [],
});
