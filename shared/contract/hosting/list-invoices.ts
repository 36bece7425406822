import { z } from 'zod';
import * as field from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { invoice } from './resources/costs.ts';

export const listInvoices = defineOperation({
  id: 'listInvoices',
  summary: 'List invoices, newest first',
  http: { method: 'GET', path: '/hosting/invoices', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['costs'],
  input: z.strictObject({ ...field.page }),
  output: z.strictObject({ invoices: z.array(invoice), total: field.total }),
  errors: [],
});
