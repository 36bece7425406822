import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { ofServiceAccount, serviceAccount } from './resources.ts';

export const disableServiceAccount = defineOperation({
  id: 'disableServiceAccount',
  summary: 'Disable a service account: its keys are refused until it is enabled again',
  http: { method: 'POST', path: '/tenants/{tenant_id}/service-accounts/{account_id}/disable', status: 200 },
  auth: 'bearer',
  allow: 'service_accounts.manage',
  confirm: 'never',
  idempotent: 'harmless',
  input: z.strictObject(ofServiceAccount),
  output: serviceAccount,
  errors: [],
});
