import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { approval } from './resources/approvals.ts';

export const listApprovals = defineOperation({
  id: 'listApprovals',
  summary: 'List changes that wait for the agreement of another owner, or have it, newest first',
  http: { method: 'GET', path: '/hosting/approvals', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['runs'],
  input: z.strictObject({ ...field.slice }),
  output: z.strictObject({ approvals: z.array(approval), total: field.total }),
  errors: [],
});
