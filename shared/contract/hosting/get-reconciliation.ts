import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { costLine, costMonth } from './resources/costs.ts';
import { month } from './resources/fields.ts';

export const getReconciliation = defineOperation({
  id: 'getReconciliation',
  summary: 'Compare estimate and invoices of a month, server by server, with the cause of each difference',
  http: { method: 'GET', path: '/hosting/reconciliation', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['costs'],
  input: z.strictObject({ month }),
  output: z.strictObject({ ...costMonth.shape, lines: z.array(costLine) }),
  errors: [],
});
