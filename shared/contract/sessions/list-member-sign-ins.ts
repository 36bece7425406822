import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { signIn } from './resources.ts';

export const listMemberSignIns = defineOperation({
  id: 'listMemberSignIns',
  summary: "List who signed in to a member's account, or failed to, newest first",
  http: { method: 'GET', path: '/tenants/{tenant_id}/users/{user_id}/sign-ins', status: 200 },
  auth: 'bearer',
  allow: 'sessions.manage',
  topics: ['sessions', 'failed_sign_ins'],
  input: z.strictObject({ tenant_id: field.id, user_id: field.id, ...field.slice }),
  output: z.strictObject({ sign_ins: z.array(signIn), total: field.total }),
  errors: ['MEMBER_NOT_FOUND'],
});
