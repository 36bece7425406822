import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';

export const removeInvoice = defineOperation({
  id: 'removeInvoice',
  summary: 'Remove an invoice',
  http: { method: 'DELETE', path: '/hosting/invoices/{invoice_id}', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  input: z.strictObject({ invoice_id: field.id }),
  output: field.done,
  errors: [],
});
