import { z } from 'zod';
import { driveTypes } from '../../flows/hosting.ts';
import { defineOperation } from '../operation.ts';
import { serviceid } from './resources/fields.ts';
import { priceOption, unreadablePlan } from './resources/plans.ts';
import { providerErrors } from './resources/provider.ts';

export const getPriceList = defineOperation({
  id: 'getPriceList',
  summary: 'List plans and prices (`get_price_list` of the provider)',
  http: { method: 'GET', path: '/hosting/price-list', status: 200 },
  auth: 'bearer',
  allow: 'hosting.read',
  topics: [],
  input: z.strictObject({
    serviceid: serviceid.optional().meta({ description: 'Plans that this server can move to' }),
    drive_type: z.enum(driveTypes).default('ssd'),
    managed: z
      .union([z.int().min(0).max(1), z.boolean()])
      .default(1)
      .meta({ description: '1 or true for managed, 0 or false for unmanaged' }),
    disk: z.int().min(1).max(1_000_000).optional(),
  }),
  output: z.strictObject({
    price_options: z.array(priceOption),
    unreadable: z.array(unreadablePlan).meta({ description: 'Plans that are left out' }),
  }),
  errors: ['SERVER_NOT_FOUND', 'PROVIDER_NOT_CONNECTED', ...providerErrors],
});
