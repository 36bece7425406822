import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { ofServiceAccount, serviceAccount } from './resources.ts';

export const enableServiceAccount = defineOperation({
  id: 'enableServiceAccount',
  summary: 'Enable a disabled service account: its keys work again',
  http: { method: 'POST', path: '/tenants/{tenant_id}/service-accounts/{account_id}/enable', status: 200 },
  auth: 'bearer',
  allow: 'service_accounts.manage',
  confirm: 'always',
  idempotent: 'harmless',
  input: z.strictObject({ ...ofServiceAccount, password: field.password }),
  output: serviceAccount,
  errors: ['CURRENT_PASSWORD_INVALID'],
});
