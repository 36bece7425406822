import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as resource from '../resources.ts';

export const changeRoles = defineOperation({
  id: 'changeRoles',
  summary: 'Change the role of many members, each on its own: one refusal does not stop the others',
  http: { method: 'POST', path: '/tenants/{tenant_id}/bulk/roles', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  input: z.strictObject({
    tenant_id: field.id,
    user_ids: field.userIds,
    role: field.role,
    from: field.role.optional().meta({ description: 'Leaves alone whoever does not have this role any more' }),
  }),
  output: z.strictObject({ results: z.array(resource.memberOutcome) }),
  errors: [],
});
