import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { memberOutcome } from './resources.ts';

export const changeRoles = defineOperation({
  id: 'changeRoles',
  summary: "Change the role of several members; one that fails doesn't stop the others",
  http: { method: 'POST', path: '/tenants/{tenant_id}/bulk/roles', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  confirm: 'ownership',
  input: z.strictObject({
    tenant_id: field.id,
    user_ids: field.userIds,
    role: field.role,
    from: field.role.optional().meta({ description: 'Skips members who no longer have this role' }),
  }),
  output: z.strictObject({ results: z.array(memberOutcome) }),
  errors: [],
});
