import type { testProviderConnection } from '#shared/contract/hosting/test-provider-connection.ts';
import type { updateProviderSettings } from '#shared/contract/hosting/update-provider-settings.ts';
import type { OutputOf, RequestOf } from '#shared/contract/operation.ts';
import { defaultBaseUrl, type ProviderMode } from '#shared/hosting.ts';
import type { Translate } from '../../languages/translate.ts';

export type ProviderSettings = OutputOf<typeof updateProviderSettings>;
export type ConnectionTest = OutputOf<typeof testProviderConnection>;

/** The form of the settings: what is empty stays as it is stored. */
export interface SettingsValues extends Record<string, unknown> {
  mode: ProviderMode;
  base_url: string;
  key: string;
  allow_private_addresses: boolean;
}

export const settingsValues = (settings: ProviderSettings): SettingsValues => ({
  mode: settings.mode ?? 'sandbox',
  base_url: settings.base_url || defaultBaseUrl,
  key: '',
  allow_private_addresses: settings.allow_private_addresses,
});

/** What is sent of the form: the sandbox has neither address nor key, and an empty key leaves the stored one. */
export const settingsRequest = ({
  mode,
  base_url,
  key,
  allow_private_addresses,
}: SettingsValues): RequestOf<typeof updateProviderSettings> =>
  mode === 'sandbox'
    ? { mode }
    : { mode, base_url, allow_private_addresses, ...(key.trim() !== '' && { key: key.trim() }) };

/** Why a live account cannot be reached with what the form holds; undefined where it may be tried. */
export const connectDisabledReason = (
  { mode, key, base_url }: SettingsValues,
  stored: Pick<ProviderSettings, 'key_last4' | 'base_url'>,
  t: Translate,
): string | undefined => {
  if (mode === 'sandbox' || key.trim() !== '') return undefined;
  if (stored.key_last4 === null) return t('hosting.settings.keyNeeded');
  // The stored key goes to no other address than the one that it was entered for.
  return base_url === stored.base_url ? undefined : t('hosting.settings.keyForAddress');
};
