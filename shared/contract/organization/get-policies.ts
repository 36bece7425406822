import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { policies } from './resources.ts';

export const getPolicies = defineOperation({
  id: 'getPolicies',
  summary: 'Read the policies of the organization',
  http: { method: 'GET', path: '/tenants/{tenant_id}/policies', status: 200 },
  auth: 'bearer',
  allow: 'team.read',
  topics: ['tenant'],
  input: z.strictObject({ tenant_id: field.id }),
  output: policies,
  errors: [],
});
