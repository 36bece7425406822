import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const resetSandbox = defineOperation({
  id: 'resetSandbox',
  summary: 'Reset the sandbox: deletes its servers, upgrades, invoices and costs',
  http: { method: 'POST', path: '/hosting/sandbox/reset', status: 200 },
  auth: 'bearer',
  allow: 'hosting.settings',
  confirm: 'never',
  input: field.nothing,
  output: field.done,
  errors: ['SANDBOX_ONLY', 'PROVIDER_NOT_CONNECTED'],
});
