import { defaultProvider, type ProviderName } from '#shared/flows/hosting-providers.ts';
import { AppError } from '#shared/texts/errors.ts';
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
export const requireOffered = (
  { provider }: Pick<HostingContext, 'provider'>,
  capability: 'billingCycles' | 'serviceLevels',
): void => {
  if (provider.capabilities[capability]) return;
  throw providerFailure(new ProviderError(capability, 'not_offered', { sent: false }));
};

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
export interface HostingContext extends Omit<Connection, 'budget'> {
  readonly scope: HostingScope;
  readonly settings: ProviderSettingsRow;
  /** Only if a caller waits. */
  readonly wait?: {
    /** Aborted once the caller has waited long enough. */
    readonly limit: AbortSignal;
    /** The same context without that limit, for work that goes on after the caller was answered. */
    readonly unhurried: HostingContext;
  };
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

const load = async (context: AppContext, tenantId: string) => {
  const settings = await findProviderSettings(context.db.read, tenantId);
  if (!settings) throw new AppError('PROVIDER_NOT_CONNECTED');
  const { budget, ...connection } = await connectTo(context, settings);
  const unhurried: HostingContext = { ...connection, scope: scopeOf(settings), settings };
  return { budget, unhurried };
};

/** For work that no caller waits for. @throws AppError PROVIDER_NOT_CONNECTED */
export const loadBackgroundContext = async (context: AppContext, tenantId: string): Promise<HostingContext> =>
  (await load(context, tenantId)).unhurried;

/**
 * For one request: everything that it reads from the provider shares a budget of time (DECISION 0117).
 * @throws AppError PROVIDER_NOT_CONNECTED
 */
export const loadHostingContext = async (context: AppContext, tenantId: string): Promise<HostingContext> => {
  const { budget, unhurried } = await load(context, tenantId);
  const limit = budget();
  return { ...unhurried, provider: unhurried.provider.within(limit), wait: { limit, unhurried } };
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
