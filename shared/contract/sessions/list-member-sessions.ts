import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { startedSession } from './resources.ts';

export const listMemberSessions = defineOperation({
  id: 'listMemberSessions',
  summary: "List a member's sessions, last active first",
  http: { method: 'GET', path: '/tenants/{tenant_id}/users/{user_id}/sessions', status: 200 },
  auth: 'bearer',
  allow: 'sessions.manage',
  topics: ['sessions'],
  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: z.strictObject({ sessions: z.array(startedSession), total: field.total }),
  errors: ['MEMBER_NOT_FOUND'],
});
