import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { memberDetails } from './resources.ts';

export const getMember = defineOperation({
  id: 'getMember',
  summary: 'Read a member',
  http: { method: 'GET', path: '/tenants/{tenant_id}/users/{user_id}', status: 200 },
  auth: 'bearer',
  allow: 'team.read',
  topics: ['member_pages'],
  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: memberDetails,
  errors: ['MEMBER_NOT_FOUND'],
});
