import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ofServiceAccount } from './resources.ts';

export const revokeServiceAccountKey = defineOperation({
  id: 'revokeServiceAccountKey',
  summary: 'Revoke an API key or a client secret of a service account',
  http: { method: 'DELETE', path: '/tenants/{tenant_id}/service-accounts/{account_id}/keys/{key_id}', status: 200 },
  auth: 'bearer',
  allow: 'service_accounts.manage',
  confirm: 'never',
  input: z.strictObject({ ...ofServiceAccount, key_id: field.id }),
  output: field.done,
  errors: [],
});
