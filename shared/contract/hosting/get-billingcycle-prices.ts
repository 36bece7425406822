import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import * as resource from './resources.ts';

export const getBillingcyclePrices = defineOperation({
  id: 'getBillingcyclePrices',
  summary: 'Read prices by billing cycle, for a server or in general (get_billingcycle_prices, seed 001 §4)',
  http: { method: 'GET', path: '/hosting/billingcycle-prices', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  input: z.strictObject({ serviceid: resource.serviceid.optional() }),
  output: z.strictObject({
    prices: z.array(
      z.strictObject({
        billingcycle: resource.billingCycle,
        price: resource.price,
        duedate: resource.date.nullable(),
        monthly: resource.money.meta({ description: 'The same for one month' }),
      }),
    ),
  }),
  errors: ['SERVER_NOT_FOUND', 'PROVIDER_NOT_CONNECTED', ...resource.providerErrors],
});
