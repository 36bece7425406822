import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { invoice } from './resources/costs.ts';

export const getInvoice = defineOperation({
  id: 'getInvoice',
  summary: 'Read an invoice',
  http: { method: 'GET', path: '/hosting/invoices/{invoice_id}', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['costs'],
  input: z.strictObject({ invoice_id: field.id }),
  output: invoice,
  errors: [],
});
