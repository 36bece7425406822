import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ofServiceAccount, serviceAccount } from './resources.ts';

export const getServiceAccount = defineOperation({
  id: 'getServiceAccount',
  summary: 'Read a service account',
  http: { method: 'GET', path: '/tenants/{tenant_id}/service-accounts/{account_id}', status: 200 },
  auth: 'bearer',
  allow: 'service_accounts.manage',
  topics: ['service_accounts'],
  input: z.strictObject(ofServiceAccount),
  output: serviceAccount,
  errors: [],
});
