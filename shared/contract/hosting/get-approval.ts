import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { approval } from './resources/approvals.ts';

export const getApproval = defineOperation({
  id: 'getApproval',
  summary: 'Read a change that waits for the agreement of another owner, or has it',
  http: { method: 'GET', path: '/hosting/approvals/{approval_id}', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['runs'],
  input: z.strictObject({ approval_id: field.id }),
  output: approval,
  errors: [],
});
