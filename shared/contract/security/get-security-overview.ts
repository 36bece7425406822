import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const getSecurityOverview = defineOperation({
  id: 'getSecurityOverview',
  summary: 'Read how well the accounts of the team are protected, and what needs attention',
  http: { method: 'GET', path: '/tenants/{tenant_id}/security', status: 200 },
  auth: 'bearer',
  allow: 'sessions.manage',

  topics: ['sessions', 'member_pages', 'audit', 'failed_sign_ins'],
  input: z.strictObject({ tenant_id: field.id }),
  output: resource.securityOverview,
  errors: [],
});
