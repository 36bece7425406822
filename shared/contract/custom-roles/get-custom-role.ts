import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { customRole, ofCustomRole } from './resources.ts';

export const getCustomRole = defineOperation({
  id: 'getCustomRole',
  summary: 'Read a custom role',
  http: { method: 'GET', path: '/tenants/{tenant_id}/custom-roles/{role_id}', status: 200 },
  auth: 'bearer',
  allow: 'team.read',
  topics: ['custom_roles'],
  input: z.strictObject(ofCustomRole),
  output: customRole,
  errors: [],
});
