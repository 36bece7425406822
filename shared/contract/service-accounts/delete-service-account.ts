import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ofServiceAccount } from './resources.ts';

export const deleteServiceAccount = defineOperation({
  id: 'deleteServiceAccount',
  summary: 'Delete a service account with its keys; the audit log keeps its name',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/service-accounts/{account_id}', status: 200 },
  auth: 'bearer',
  allow: 'service_accounts.manage',
  confirm: 'never',
  input: z.strictObject(ofServiceAccount),
  output: field.done,
  errors: [],
});
