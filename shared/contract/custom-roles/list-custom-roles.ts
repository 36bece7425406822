import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { customRole } from './resources.ts';

export const listCustomRoles = defineOperation({
  id: 'listCustomRoles',
  summary: 'List the custom roles of the organization, by name',
  http: { method: 'GET', path: '/tenants/{tenant_id}/custom-roles', status: 200 },
  auth: 'bearer',
  allow: 'team.read',
  topics: ['custom_roles'],
  input: z.strictObject({ tenant_id: field.id, ...field.page }),
  output: z.strictObject({ custom_roles: z.array(customRole), total: field.total }),
  errors: [],
});
