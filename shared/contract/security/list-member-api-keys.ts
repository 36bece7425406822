import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { apiKey } from './resources.ts';

export const listMemberApiKeys = defineOperation({
  id: 'listMemberApiKeys',
  summary: 'List the API keys of a member, newest first',
  http: { method: 'GET', path: '/tenants/{tenant_id}/users/{user_id}/api-keys', status: 200 },
  auth: 'bearer',
  allow: 'sessions.manage',

  topics: ['audit'],
  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: z.strictObject({ api_keys: z.array(apiKey), total: field.total }),
  errors: ['MEMBER_NOT_FOUND', 'ROLE_NOT_ALLOWED'],
});
