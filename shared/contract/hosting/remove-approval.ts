import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const removeApproval = defineOperation({
  id: 'removeApproval',
  summary: 'Withdraw or decline a request for agreement, or revoke the agreement',
  http: { method: 'DELETE', path: '/hosting/approvals/{approval_id}', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  input: z.strictObject({ approval_id: field.id }),
  output: field.done,
  errors: ['NOT_FOUND'],
});
