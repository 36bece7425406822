import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { billingCycle, date, money, price, serviceid } from './resources/fields.ts';
import { providerErrors } from './resources/provider.ts';

export const getBillingcyclePrices = defineOperation({
  id: 'getBillingcyclePrices',
  summary: 'Read prices by billing cycle, for a server or in general (`get_billingcycle_prices` of the provider)',
  http: { method: 'GET', path: '/hosting/billingcycle-prices', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: [],
  input: z.strictObject({ serviceid: serviceid.optional() }),
  output: z.strictObject({
    prices: z.array(
      z.strictObject({
        billingcycle: billingCycle,
        price,
        duedate: date.nullable(),
        monthly: money.meta({ description: 'The same for one month' }),
      }),
    ),
  }),
  errors: ['SERVER_NOT_FOUND', 'PROVIDER_NOT_CONNECTED', ...providerErrors],
});
