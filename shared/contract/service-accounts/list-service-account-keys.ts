import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ofServiceAccount, serviceAccountKey } from './resources.ts';

export const listServiceAccountKeys = defineOperation({
  id: 'listServiceAccountKeys',
  summary: 'List the API keys and client secrets of a service account, newest first',
  http: { method: 'GET', path: '/tenants/{tenant_id}/service-accounts/{account_id}/keys', status: 200 },
  auth: 'bearer',
  allow: 'service_accounts.manage',
  topics: ['service_accounts'],
  input: z.strictObject(ofServiceAccount),
  output: z.strictObject({ keys: z.array(serviceAccountKey), total: field.total }),
  errors: [],
});
