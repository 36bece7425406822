import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { enteredInvoice, invoice } from './resources/costs.ts';

export const addInvoice = defineOperation({
  id: 'addInvoice',
  summary: 'Add an invoice from the provider',
  http: { method: 'POST', path: '/hosting/invoices', status: 201 },
  creates: '/hosting/invoices/{invoice_id}',
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  input: z.strictObject({ ...enteredInvoice }),
  output: invoice,
  errors: ['INVOICE_EXISTS', 'SERVER_NOT_FOUND', 'PROVIDER_NOT_CONNECTED'],
});
