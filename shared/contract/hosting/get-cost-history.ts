import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { costMonth } from './resources/costs.ts';
import { money } from './resources/fields.ts';

export const getCostHistory = defineOperation({
  id: 'getCostHistory',
  summary: 'Read the estimated and invoiced costs by month, oldest first',
  http: { method: 'GET', path: '/hosting/costs', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: ['costs'],
  input: z.strictObject({
    months: z.int().min(1).max(120).default(12).meta({ description: 'How many, including this one' }),
  }),
  output: z.strictObject({
    months: z.array(costMonth),
    monthly_cost: money.meta({ description: 'As of now' }),
    monthly_budget: money.nullable().meta({ description: 'Null for none' }),
    year_forecast: money.meta({
      description: 'Of this year: the estimates of its past months, and the cost as of now for each of the others',
    }),
  }),
  errors: [],
});
