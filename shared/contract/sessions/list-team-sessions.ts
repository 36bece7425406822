import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const listTeamSessions = defineOperation({
  id: 'listTeamSessions',
  summary: 'List the open sessions of all members, last active first',
  http: { method: 'GET', path: '/tenants/{tenant_id}/sessions/open', status: 200 },
  auth: 'bearer',
  allow: 'sessions.manage',

  topics: ['sessions'],
  input: z.strictObject({ tenant_id: field.id, ...field.page }),
  output: z.strictObject({ sessions: z.array(resource.teamSession), total: field.total }),
  errors: [],
});
