import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { memberOutcome } from './resources.ts';

export const removeMembers = defineOperation({
  id: 'removeMembers',
  summary: "Remove several members; one that fails doesn't stop the others",
  http: { method: 'POST', path: '/tenants/{tenant_id}/bulk/removals', status: 200 },
  auth: 'bearer',
  allow: 'team.manage',
  confirm: 'ownership',
  input: z.strictObject({ tenant_id: field.id, user_ids: field.userIds }),
  output: z.strictObject({ results: z.array(memberOutcome) }),
  errors: [],
});
