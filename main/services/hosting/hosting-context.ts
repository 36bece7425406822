import { defaultCurrency } from '#shared/flows/hosting.ts';
import { defaultProvider, type ProviderName } from '#shared/flows/hosting-providers.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Errand, Priority } from '../../provider/account-turns.ts';
import type { Connection } from '../../provider/connections.ts';
import { ProviderError } from '../../provider/provider-error.ts';
import type { Queries } from '../../storage/database/schema.ts';
import {
  findProviderSettings,
  type HostingScope,
  type ProviderSettingsRow,
} from '../../storage/store/hosting/provider-settings.ts';
import type { SeenServerRow } from '../../storage/store/hosting/servers.ts';
import { findFirstTenant } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import { providerFailure } from './provider-errors.ts';
import { requireServer } from './servers/servers.ts';

export const scopeOf = ({ tenant_id, mode }: Pick<ProviderSettingsRow, 'tenant_id' | 'mode'>): HostingScope => ({
  tenantId: tenant_id,
  mode,
});

/** Whose account it is. The sandbox emulates the default provider, whatever live account is set up. */
export const providerOf = ({ mode, provider }: Pick<ProviderSettingsRow, 'mode' | 'provider'>): ProviderName =>
  mode === 'sandbox' ? defaultProvider : provider;

/**
 * Refuses what an account's provider doesn't have, before anything is stored or sent.
 * @throws AppError PROVIDER_REJECTED
 */
export const requireOffered = (capability: 'billingCycles' | 'serviceLevels' | 'power', isOffered: boolean): void => {
  if (isOffered) return;
  throw providerFailure(new ProviderError(capability, 'not_offered', { sent: false }));
};

/** The currency of an account (DECISION 0114). */
export const currencyOf = (settings: Pick<ProviderSettingsRow, 'currency' | 'told_currency'> | undefined): string =>
  settings?.currency ?? settings?.told_currency ?? defaultCurrency;

/** The tenant and mode that hosting data is stored under, or undefined if no provider is connected. */
export const findScope = async (db: Queries, tenantId: string): Promise<HostingScope | undefined> => {
  const settings = await findProviderSettings(db, tenantId);
  return settings && scopeOf(settings);
};

/** Like `findScope`, but required. @throws AppError PROVIDER_NOT_CONNECTED */
export const requireScope = async (db: Queries, tenantId: string): Promise<HostingScope> => {
  const scope = await findScope(db, tenantId);
  if (!scope) throw new AppError('PROVIDER_NOT_CONNECTED');
  return scope;
};

/** A tenant's hosting settings and its provider client. */
export interface HostingContext extends Omit<Connection, 'patience'> {
  readonly scope: HostingScope;
  readonly settings: ProviderSettingsRow;
  /** Only if a caller waits: aborted once they are answered, whether or not everything is done. */
  readonly patience?: AbortSignal;
}

/**
 * Whether a tenant's hosting provider may be at a private address. DECISION 0061: whoever sets such an address chooses
 * where this machine connects inside of its own network, so guests on the server may not.
 */
export const mayUsePrivateProvider = async (
  { config }: Pick<AppContext, 'config'>,
  db: Queries,
  tenantId: string,
): Promise<boolean> => config.allowPrivateProvider || (await findFirstTenant(db))?.id === tenantId;

/** The client of an account. A private address is checked again, because the settings may be older than the rule. */
export const connectTo = async (context: AppContext, settings: ProviderSettingsRow): Promise<Connection> => {
  const { db, provider } = context;
  const isPrivate = settings.allow_private_addresses === 1;
  if (!isPrivate || (await mayUsePrivateProvider(context, db.read, settings.tenant_id))) return provider(settings);
  return provider({ ...settings, allow_private_addresses: 0 });
};

const load = async (context: AppContext, tenantId: string, errand: Errand) => {
  const settings = await findProviderSettings(context.db.read, tenantId);
  if (!settings) throw new AppError('PROVIDER_NOT_CONNECTED');
  const { patience, provider, sandbox } = await connectTo(context, settings);
  const hosting: HostingContext = { provider: provider.on(errand), sandbox, scope: scopeOf(settings), settings };
  return { patience, hosting };
};

/** The same context, for requests of another kind. */
export const withPriority = (hosting: HostingContext, priority: Priority): HostingContext => ({
  ...hosting,
  provider: hosting.provider.on({ priority }),
});

/** For work that no caller waits for. @throws AppError PROVIDER_NOT_CONNECTED */
export const loadBackgroundContext = async (
  context: AppContext,
  tenantId: string,
  priority: Exclude<Priority, 'click'>,
): Promise<HostingContext> => (await load(context, tenantId, { priority })).hosting;

/**
 * For one request of someone who waits. Once they were answered, what is left of it is less urgent (DECISION 0117).
 * @throws AppError PROVIDER_NOT_CONNECTED
 */
export const loadHostingContext = async (context: AppContext, tenantId: string): Promise<HostingContext> => {
  const errand: Errand = { priority: 'click' };
  const { patience, hosting } = await load(context, tenantId, errand);
  const signal = patience();
  const demote = (): void => {
    errand.priority = 'order';
  };
  signal.addEventListener('abort', demote, { once: true });
  return { ...hosting, patience: signal };
};

/** @throws AppError NOT_FOUND if the server does not exist, PROVIDER_NOT_CONNECTED */
export const loadServerContext = async (
  context: AppContext,
  tenantId: string,
  serviceId: string,
): Promise<{ hosting: HostingContext; server: SeenServerRow }> => {
  const server = await requireServer(context.db.read, await findScope(context.db.read, tenantId), serviceId);
  return { hosting: await loadHostingContext(context, tenantId), server };
};
