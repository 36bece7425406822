import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { costLine, costMonth } from './resources/costs.ts';
import { month } from './resources/fields.ts';

export const getReconciliation = defineOperation({
  id: 'getReconciliation',
  summary: "Compare a month's estimate with its invoices, by server, with the cause of each difference",
  http: { method: 'GET', path: '/hosting/reconciliation', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['costs'],
  input: z.strictObject({ month }),
  output: z.strictObject({ ...costMonth.shape, lines: z.array(costLine) }),
  errors: [],
});
