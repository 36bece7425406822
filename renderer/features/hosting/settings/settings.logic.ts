import type { testProviderConnection } from '#shared/contract/hosting/test-provider-connection.ts';
import type { updateProviderSettings } from '#shared/contract/hosting/update-provider-settings.ts';
import type { OutputOf, RequestOf } from '#shared/contract/operation.ts';
import { defaultCurrency, type ProviderMode } from '#shared/flows/hosting.ts';
import { hostingProviders, type ProviderName, providerNames } from '#shared/flows/hosting-providers.ts';
import { inLanguage } from '#shared/text-input/text-case.ts';
import type { Translate } from '../../../languages/translate.ts';

export type ProviderSettings = OutputOf<typeof updateProviderSettings>;
export type ConnectionTest = OutputOf<typeof testProviderConnection>;

/** The settings form; empty fields keep their stored value. */
export interface SettingsValues extends Record<string, unknown> {
  mode: ProviderMode;
  provider: ProviderName;
  base_url: string;
  key: string;
  allow_private_addresses: boolean;
  /** ISO 4217. Empty to take the one that the provider tells. */
  currency: string;
  /** Empty for no limit. */
  monthly_budget: string;
  /** Empty for none. */
  approval_limit: string;
  /** Empty for what the last invoice had on top. */
  tax_percent: string;
}

export const settingsValues = (settings: ProviderSettings): SettingsValues => ({
  mode: settings.mode ?? 'sandbox',
  provider: settings.provider,
  base_url: settings.base_url || hostingProviders[settings.provider].baseUrl,
  key: '',
  allow_private_addresses: settings.allow_private_addresses,
  currency: settings.currency ?? '',
  monthly_budget: settings.monthly_budget ?? '',
  approval_limit: settings.approval_limit ?? '',
  tax_percent: settings.tax_percent ?? '',
});

/** Request body of the form: the sandbox has neither URL nor key, and an empty key keeps the stored one. */
export const settingsRequest = ({
  mode,
  provider,
  base_url,
  key,
  allow_private_addresses,
  currency,
  monthly_budget,
  approval_limit,
  tax_percent,
}: SettingsValues): RequestOf<typeof updateProviderSettings> => {
  const amounts = {
    monthly_budget: monthly_budget.trim() || null,
    approval_limit: approval_limit.trim() || null,
    tax_percent: tax_percent.trim() || null,
  };
  if (mode === 'sandbox') return { mode, ...amounts };
  return {
    mode,
    provider,
    ...amounts,
    base_url,
    allow_private_addresses,
    currency: currency || null,
    ...(key.trim() !== '' && { key: key.trim() }),
  };
};

/** What a test of the connection needs of the form. */
export const testRequest = (values: SettingsValues): RequestOf<typeof testProviderConnection> => {
  const {
    currency: _,
    monthly_budget: __,
    approval_limit: ___,
    tax_percent: ____,
    ...request
  } = settingsRequest(values);
  return request;
};

/** The providers to choose from. */
export const providerChoices = (t: Translate): { value: ProviderName; label: string }[] =>
  providerNames.map((value) => {
    const { label: name, isExperimental } = hostingProviders[value];
    return { value, label: isExperimental ? t('hosting.settings.experimentalName', { name }) : name };
  });

type StoredProvider = Pick<ProviderSettings, 'provider' | 'provider_currency'>;

/** What a provider tells; the usual one as long as it is another provider than the stored one. Null if it tells none. */
const toldCurrency = (provider: ProviderName, stored: StoredProvider): string | null =>
  (provider === stored.provider ? stored.provider_currency : null) ?? hostingProviders[provider].currency;

/** The currency of the amounts in the form, as it is filled in; undefined if no one has told it yet. */
export const currencyOf = (
  { mode, provider, currency }: Pick<SettingsValues, 'mode' | 'provider' | 'currency'>,
  stored: StoredProvider,
): string | undefined =>
  currency || (mode === 'sandbox' ? defaultCurrency : (toldCurrency(provider, stored) ?? undefined));

/** The currency that a provider tells, as a choice. */
export const providerCurrency = (provider: ProviderName, stored: StoredProvider, t: Translate): string => {
  const currency = toldCurrency(provider, stored);
  return currency === null
    ? t('hosting.settings.currencyUntold')
    : t('hosting.settings.currencyOfProvider', { currency });
};

/** All currencies by name, in a language. */
export const currencyChoices = (language: string): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  return Intl.supportedValuesOf('currency')
    .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
    .toSorted((one, other) => inLanguage(language)(one.label, other.label));
};

/** Why the form can't connect to a live account; undefined if it is worth a try. */
export const connectDisabledReason = (
  { mode, provider, key, base_url }: SettingsValues,
  stored: Pick<ProviderSettings, 'provider' | 'key_last4' | 'base_url'>,
  t: Translate,
): string | undefined => {
  if (mode === 'sandbox' || key.trim() !== '') return undefined;
  if (stored.key_last4 === null) return t('hosting.settings.keyNeeded');
  // Never send the stored key to a URL other than the one it was entered for.
  return provider === stored.provider && base_url === stored.base_url ? undefined : t('hosting.settings.keyForAddress');
};
