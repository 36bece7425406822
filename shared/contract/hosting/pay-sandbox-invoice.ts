import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { upgradeRun } from './resources/upgrade-runs.ts';

export const paySandboxInvoice = defineOperation({
  id: 'paySandboxInvoice',
  summary: "Simulate payment of an upgrade's invoice in the sandbox; pay real invoices in the provider's client area",
  http: { method: 'POST', path: '/hosting/upgrade-runs/{run_id}/pay-sandbox-invoice', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  input: z.strictObject({ run_id: field.id }),
  output: upgradeRun,
  errors: ['SANDBOX_ONLY', 'STATE_CONFLICT'],
});
