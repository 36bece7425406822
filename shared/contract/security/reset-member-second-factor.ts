import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const resetMemberSecondFactor = defineOperation({
  id: 'resetMemberSecondFactor',
  summary: 'Reset two-factor authentication of a member who has lost their device; ends their sessions',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/users/{user_id}/second-factor', status: 200 },
  auth: 'bearer',
  allow: 'second_factor.reset',
  confirm: 'always',
  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: field.done,
  errors: ['MEMBER_NOT_FOUND', 'ROLE_NOT_ALLOWED', 'STATE_CONFLICT'],
});
