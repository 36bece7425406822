import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { approval } from './resources/approvals.ts';

export const approveChange = defineOperation({
  id: 'approveChange',
  summary: 'Agree to a change that another owner asked about',
  http: { method: 'POST', path: '/hosting/approvals/{approval_id}/approve', status: 200 },
  auth: 'bearer',
  allow: 'hosting.settings',
  confirm: 'always',
  input: z.strictObject({ approval_id: field.id }),
  output: approval,
  errors: ['NOT_FOUND', 'STATE_CONFLICT'],
});
