import { z } from 'zod';
import { providerModes } from '../../flows/hosting.ts';
import { defineOperation } from '../operation.ts';
import { currency, enteredMoney, percent } from './resources/fields.ts';
import { enteredConnection, providerSettings } from './resources/provider.ts';

export const updateProviderSettings = defineOperation({
  id: 'updateProviderSettings',
  summary: 'Connect the hosting provider: the sandbox, or your own account',
  http: { method: 'PUT', path: '/hosting/settings', status: 200 },
  auth: 'bearer',
  allow: 'hosting.settings',
  confirm: 'always',
  input: z.strictObject({
    mode: z.enum(providerModes),
    ...enteredConnection,
    currency: currency
      .nullable()
      .optional()
      .meta({ description: "Null for the provider's; omit to keep the stored one" }),
    monthly_budget: enteredMoney
      .nullable()
      .optional()
      .meta({ description: 'What hosting may cost per month. Null for no limit; omit to keep the stored one' }),
    approval_limit: enteredMoney.nullable().optional().meta({
      description:
        'Changes that cost more need the agreement of another owner. Null for none; omit to keep the stored one',
    }),
    tax_percent: percent.nullable().optional().meta({
      description:
        'Added to estimates. 0 if prices include it; null to take what the last invoice had on top; omit to keep the stored one',
    }),
  }),
  output: providerSettings,
  errors: ['STATE_CONFLICT'],
});
