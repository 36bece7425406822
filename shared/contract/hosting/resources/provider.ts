import { z } from 'zod';
import { baseUrlPattern, providerModes } from '../../../flows/hosting.ts';
import { providerNames } from '../../../flows/hosting-providers.ts';
import { reasonMessage } from '../../../texts/field-reasons.ts';
import { boundedString } from '../../bounded-string.ts';
import { timestamp } from '../../fields.ts';
import { currency, money, percent } from './fields.ts';

/** The tenant's provider connection; null if not set up. */
export const connection = z
  .strictObject({
    mode: z.enum(providerModes),
    provider: z.enum(providerNames),
    client_area_url: z.string().meta({ description: 'Where invoices are paid; empty for the sandbox' }),
    currency: currency.meta({ description: 'Of all amounts (ISO 4217), unless an order names another one' }),
    monthly_budget: money.nullable().meta({ description: 'An order that exceeds it asks first. Null for none' }),
    approval_limit: money.nullable().meta({ description: 'What costs more needs the agreement of another owner' }),
  })
  .nullable();

/** How to reach an account, as an owner enters it. */
export const enteredConnection = {
  provider: z
    .enum(providerNames)
    .optional()
    .meta({ description: 'Of the live account. Omit to keep the stored one. `hetzner` is experimental' }),
  base_url: boundedString(500)
    .regex(baseUrlPattern, reasonMessage('base_url'))
    .optional()
    .meta({ description: 'Omit to keep the stored one' }),
  key: boundedString(500)
    .trim()
    .min(4)
    .regex(/^[\x21-\x7e]+$/, reasonMessage('api_key'))
    .optional()
    .meta({ description: 'Omit to keep the stored one, which is only sent to the address it was entered for' }),
  allow_private_addresses: z.boolean().optional(),
};

/** The connection as an owner configured it. The key itself is never returned. */
export const providerSettings = z
  .strictObject({
    mode: z.enum(providerModes).nullable().meta({ description: 'Null until set up' }),
    provider: z.enum(providerNames).meta({ description: 'Of the live account' }),
    base_url: z.string(),
    key_last4: z
      .string()
      .nullable()
      .meta({ description: 'The last characters of the stored key; null if there is none' }),
    allow_private_addresses: z.boolean(),
    currency: currency.nullable().meta({ description: "Null to use the provider's" }),
    provider_currency: currency.nullable().meta({ description: "The provider's; null if it reports none" }),
    monthly_budget: money.nullable(),
    approval_limit: money
      .nullable()
      .meta({ description: 'Changes that cost more need the agreement of another owner. Null for none' }),
    tax_percent: percent.nullable().meta({
      description: 'Added to estimates. 0 if prices include it; null to take what the last invoice had on top',
    }),
    has_other_owner: z.boolean().meta({ description: 'Whether anyone else could agree' }),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'ProviderSettings' });

/**
 * Errors of a call that changes something at the provider, and has certainly not done it. An answer that can't be read
 * proves nothing, so the run shows that instead.
 */
export const providerCallErrors = ['PROVIDER_REJECTED', 'PROVIDER_UNAUTHORIZED', 'PROVIDER_UNREACHABLE'] as const;

/** Errors of operations that read from the provider. */
export const providerErrors = [...providerCallErrors, 'PROVIDER_UNREADABLE'] as const;
