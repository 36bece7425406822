import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const getMemberSecondFactor = defineOperation({
  id: 'getMemberSecondFactor',
  summary: 'Read whether a member uses two-factor authentication',
  http: { method: 'GET', path: '/tenants/{tenant_id}/users/{user_id}/second-factor', status: 200 },
  auth: 'bearer',
  allow: 'second_factor.reset',
  topics: ['second_factors'],
  input: z.strictObject({ tenant_id: field.id, user_id: field.id }),
  output: z.strictObject({ enabled: z.boolean() }),
  errors: ['MEMBER_NOT_FOUND'],
});
