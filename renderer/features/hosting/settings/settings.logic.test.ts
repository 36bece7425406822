import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { defaultBaseUrl } from '#shared/flows/hosting.ts';
import { hostingProviders, providerNames } from '#shared/flows/hosting-providers.ts';
import {
  connectDisabledReason,
  currencyChoices,
  currencyOf,
  providerChoices,
  providerCurrency,
  settingsRequest,
  settingsValues,
  testRequest,
} from './settings.logic.ts';

const stored = {
  mode: null,
  provider: 'hostwinds' as const,
  base_url: '',
  key_last4: null,
  allow_private_addresses: false,
  currency: null,
  provider_currency: null,
  monthly_budget: null,
  approval_limit: null,
  tax_percent: null,
  has_other_owner: true,
  updated_at: null,
};
const live = {
  mode: 'live',
  provider: 'hostwinds',
  base_url: 'https://a.example/api',
  key: 'abcd',
  allow_private_addresses: true,
  currency: 'EUR',
  monthly_budget: '80.00',
  approval_limit: '50.00',
  tax_percent: '8.25',
} as const;

test("the form starts with the sandbox and the provider's default address, and never with a key", () => {
  expect(settingsValues(stored)).toEqual({
    mode: 'sandbox',
    provider: 'hostwinds',
    base_url: defaultBaseUrl,
    key: '',
    allow_private_addresses: false,
    currency: '',
    monthly_budget: '',
    approval_limit: '',
    tax_percent: '',
  });
  expect(settingsValues({ ...stored, mode: 'live', base_url: live.base_url, key_last4: '1234' }).key).toBe('');
});

test('the sandbox is sent without any account fields', () => {
  expect(settingsRequest({ ...live, mode: 'sandbox' })).toEqual({
    mode: 'sandbox',
    monthly_budget: '80.00',
    approval_limit: '50.00',
    tax_percent: '8.25',
  });
});

test('an empty amount is no limit', () => {
  expect(settingsRequest({ ...live, approval_limit: ' ' })).toMatchObject({ approval_limit: null });
  expect(testRequest(live)).not.toHaveProperty('approval_limit');
  expect(settingsRequest({ ...live, tax_percent: ' ' })).toMatchObject({ tax_percent: null });
  expect(testRequest(live)).not.toHaveProperty('tax_percent');
  expect(settingsRequest({ ...live, monthly_budget: ' ' })).toMatchObject({ monthly_budget: null });
  expect(testRequest(live)).not.toHaveProperty('monthly_budget');
});

test('an empty key is not sent, so the stored one stays', () => {
  expect(settingsRequest(live)).toEqual(live);
  expect(settingsRequest({ ...live, key: ' ' })).not.toHaveProperty('key');
});

test('no currency means that of the provider, and a test of the connection needs none', () => {
  expect(settingsRequest({ ...live, currency: '' })).toMatchObject({ currency: null });
  expect(settingsValues({ ...stored, currency: 'EUR' }).currency).toBe('EUR');
  expect(testRequest(live)).not.toHaveProperty('currency');
});

test('currencies are named in the language of the reader', () => {
  expect(currencyChoices('en')).toContainEqual({ value: 'CHF', label: 'Swiss Franc (CHF)' });
  expect(currencyChoices('de')).toContainEqual({ value: 'CHF', label: 'Schweizer Franken (CHF)' });
});

test('a live account needs a key, and a new address needs it again', () => {
  const kept = { provider: live.provider, key_last4: '1234', base_url: live.base_url };
  expect(connectDisabledReason({ ...live, key: '' }, { ...kept, key_last4: null }, english)).toBe(
    'Enter the API key first.',
  );
  expect(connectDisabledReason({ ...live, key: '' }, kept, english)).toBeUndefined();
  const moved = { ...live, key: '', base_url: 'https://b.example/api' };
  expect(connectDisabledReason(moved, kept, english)).toMatch(/Enter it again/);
  expect(connectDisabledReason({ ...moved, key: 'new1' }, kept, english)).toBeUndefined();
  expect(connectDisabledReason({ ...moved, mode: 'sandbox' }, kept, english)).toBeUndefined();
});

test('another provider has its own address and needs its own key, and an experimental one says so', () => {
  const hetzner = settingsValues({ ...stored, mode: 'live', provider: 'hetzner' });
  expect(hetzner.base_url).toBe('https://api.hetzner.cloud/v1');
  expect(settingsRequest({ ...live, provider: 'hetzner' })).toMatchObject({ provider: 'hetzner' });
  const kept = { provider: live.provider, key_last4: '1234', base_url: live.base_url };
  expect(connectDisabledReason({ ...live, key: '', provider: 'hetzner' }, kept, english)).toMatch(/Enter it again/);
  expect(providerChoices(english)).toEqual([
    { value: 'hostwinds', label: 'Hostwinds' },
    { value: 'hetzner', label: 'Hetzner Cloud (experimental)' },
  ]);
});

test('the currency is the one that the provider has told, or usually has', () => {
  expect(providerCurrency('hostwinds', stored, english)).toBe('From the provider (USD)');
  expect(providerCurrency('hetzner', stored, english)).toBe('From the provider');
  const reported = { ...stored, provider_currency: 'EUR' };
  expect(providerCurrency('hostwinds', reported, english)).toBe('From the provider (EUR)');
  expect(providerCurrency('hetzner', reported, english)).toBe('From the provider');
});

test('amounts have the currency that is chosen, else the one that the provider tells', () => {
  expect(currencyOf(live, stored)).toBe('EUR');
  expect(currencyOf({ ...live, currency: '' }, { ...stored, provider_currency: 'CAD' })).toBe('CAD');
  const untold = providerNames.find((name) => hostingProviders[name].currency === null);
  if (untold) expect(currencyOf({ ...live, provider: untold, currency: '' }, stored)).toBeUndefined();
  expect(currencyOf({ ...live, mode: 'sandbox', currency: '' }, stored)).toBe('USD');
  // The sandbox keeps the currency of the account.
  expect(currencyOf({ ...live, mode: 'sandbox' }, stored)).toBe('EUR');
});
