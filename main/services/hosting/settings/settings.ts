import type { ProviderMode } from '#shared/flows/hosting.ts';
import { defaultProvider, hostingProviders, type ProviderName } from '#shared/flows/hosting-providers.ts';
import { fromMinor, percentText, toMinor } from '#shared/flows/money.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { toIso } from '../../../platform/clock.ts';
import { unreachable } from '../../../platform/gate/unreachable.ts';
import { untestedVersion } from '../../../provider/connections.ts';
import type { Queries } from '../../../storage/database/schema.ts';
import type { ProviderSettingsRow } from '../../../storage/store/hosting/provider-settings.ts';
import type { AppContext } from '../../context.ts';
import { mayUsePrivateProvider } from '../hosting-context.ts';

/** An amount that an owner has set; null for none. */
export const presentAmount = (cents: number | null | undefined): string | null =>
  cents == null ? null : fromMinor(cents);

/** @param hasOtherOwner whether anyone else could agree to a change (DECISION 0286) */
export const presentSettings = (row: ProviderSettingsRow | undefined, hasOtherOwner: boolean) => ({
  mode: row?.mode ?? null,
  provider: row?.provider ?? defaultProvider,
  base_url: row?.base_url ?? hostingProviders[defaultProvider].baseUrl,
  key_last4: row?.key_last4 ?? null,
  allow_private_addresses: row?.allow_private_addresses === 1,
  currency: row?.currency ?? null,
  provider_currency: row?.told_currency ?? null,
  monthly_budget: presentAmount(row?.monthly_budget),
  approval_limit: presentAmount(row?.approval_limit),
  tax_percent: row?.tax_rate == null ? null : percentText(row.tax_rate),
  has_other_owner: hasOtherOwner,
  updated_at: row ? toIso(row.updated_at) : null,
});

/** The settings that a request provides; the rest stays as stored. */
export interface GivenSettings {
  mode: ProviderMode;
  provider?: ProviderName | undefined;
  base_url?: string | undefined;
  key?: string | undefined;
  allow_private_addresses?: boolean | undefined;
  currency?: string | null | undefined;
  monthly_budget?: string | null | undefined;
  approval_limit?: string | null | undefined;
  tax_percent?: string | null | undefined;
}

/** An amount in cents, or a percentage in hundredths: null removes it, and without the field, the stored one stays. */
const amountOf = (given: string | null | undefined, stored: number | null | undefined): number | null =>
  given === undefined ? (stored ?? null) : given === null ? null : toMinor(given);

const missingKey = (reason: 'required' | 'key_for_new_address'): AppError =>
  new AppError('VALIDATION_FAILED', { errors: [fieldError('key', { reason })] });

/**
 * Refuses an address that no call would reach, while the owner can still choose another one.
 * @throws AppError VALIDATION_FAILED
 */
export const assertReachable = ({ mode, base_url, allow_private_addresses }: ProviderSettingsRow): void => {
  if (mode !== 'live') return;
  const reason = unreachable(base_url, allow_private_addresses === 1);
  if (reason) throw new AppError('VALIDATION_FAILED', { errors: [fieldError('base_url', { reason })] });
};

/**
 * Merges stored and given settings. A stored key is never sent to any other address than the one it was entered for, or
 * anyone who may change the address could have the key sent to their own server.
 * @throws AppError VALIDATION_FAILED if a key is missing
 */
export const mergeSettings = (
  { secretBox, clock }: Pick<AppContext, 'secretBox' | 'clock'>,
  tenantId: string,
  stored: ProviderSettingsRow | undefined,
  given: GivenSettings,
): ProviderSettingsRow => {
  const provider = given.provider ?? stored?.provider ?? defaultProvider;
  const isOtherProvider = stored !== undefined && stored.provider !== provider;
  const known = isOtherProvider ? undefined : stored?.base_url;
  const baseUrl = given.base_url ?? known ?? hostingProviders[provider].baseUrl;
  const keeps = given.key === undefined;
  const isElsewhere = stored !== undefined && (isOtherProvider || stored.base_url !== baseUrl);
  const hasStoredKey = stored !== undefined && stored.sealed_key !== null;
  if (keeps && isElsewhere && hasStoredKey) throw missingKey('key_for_new_address');
  if (keeps && given.mode === 'live' && !hasStoredKey) throw missingKey('required');
  const place = { tenant_id: tenantId, provider, base_url: baseUrl };
  return {
    ...place,
    mode: given.mode,
    sealed_key:
      given.key === undefined
        ? (stored?.sealed_key ?? null)
        : secretBox.seal('provider_settings.sealed_key', place, given.key),
    key_last4: given.key === undefined ? (stored?.key_last4 ?? null) : given.key.slice(-4),
    allow_private_addresses: (given.allow_private_addresses ?? stored?.allow_private_addresses === 1) ? 1 : 0,
    version: untestedVersion,
    updated_at: clock.now(),
    ...(stored?.mode === given.mode && !isElsewhere
      ? {
          synced_at: stored.synced_at,
          unreadable_servers: stored.unreadable_servers,
          told_currency: stored.told_currency,
        }
      : { synced_at: null, unreadable_servers: null, told_currency: null }),
    currency: given.currency === undefined ? (stored?.currency ?? null) : given.currency,
    monthly_budget: amountOf(given.monthly_budget, stored?.monthly_budget),
    approval_limit: amountOf(given.approval_limit, stored?.approval_limit),
    tax_rate: amountOf(given.tax_percent, stored?.tax_rate),
  };
};

/** @throws AppError FORBIDDEN if the settings allow private addresses, and the tenant may not use any */
export const assertMayUseProvider = async (
  context: Pick<AppContext, 'config'>,
  db: Queries,
  { tenant_id, mode, allow_private_addresses }: ProviderSettingsRow,
): Promise<void> => {
  if (mode === 'sandbox' || allow_private_addresses === 0) return;
  if (await mayUsePrivateProvider(context, db, tenant_id)) return;
  throw new AppError('FORBIDDEN', { reason: 'private_provider_of_admin_team' });
};
