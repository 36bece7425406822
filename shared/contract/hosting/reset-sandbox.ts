import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const resetSandbox = defineOperation({
  id: 'resetSandbox',
  summary: 'Begin the sandbox anew: its servers, runs, invoices and costs are forgotten',
  http: { method: 'POST', path: '/hosting/sandbox/reset', status: 200 },
  auth: 'bearer',
  allow: 'hosting.settings',
  input: field.nothing,
  output: field.done,
  errors: ['SANDBOX_ONLY', 'PROVIDER_NOT_CONNECTED'],
});
