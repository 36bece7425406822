import { AppError } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import type { Queries } from '../../database/schema.ts';
import type { Connection } from '../../provider/connections.ts';
import { findProviderSettings, type HostingScope, type ProviderSettingsRow } from '../../store/provider-settings.ts';
import type { SeenRunRow } from '../../store/upgrade-runs.ts';
import type { SeenServerRow } from '../../store/vps-instances.ts';
import { mayUsePrivateProvider } from '../common/admin-tenant.ts';
import { requireOpenRun, requireRun } from './runs/runs.ts';
import { requireServer } from './servers/servers.ts';

export const scopeOf = ({ tenant_id, mode }: Pick<ProviderSettingsRow, 'tenant_id' | 'mode'>): HostingScope => ({
  tenantId: tenant_id,
  mode,
});

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
export interface HostingContext extends Connection {
  readonly scope: HostingScope;
  readonly settings: ProviderSettingsRow;
}

/** The client of an account. A private address is checked again, because the settings may be older than the rule. */
export const connectTo = async (context: AppContext, settings: ProviderSettingsRow): Promise<Connection> => {
  const { db, provider } = context;
  const isPrivate = settings.allow_private_addresses === 1;
  if (!isPrivate || (await mayUsePrivateProvider(context, db.read, settings.tenant_id))) return provider(settings);
  return provider({ ...settings, allow_private_addresses: 0 });
};

/** @throws AppError PROVIDER_NOT_CONNECTED */
export const loadHostingContext = async (context: AppContext, tenantId: string): Promise<HostingContext> => {
  const settings = await findProviderSettings(context.db.read, tenantId);
  if (!settings) throw new AppError('PROVIDER_NOT_CONNECTED');
  return { ...(await connectTo(context, settings)), scope: scopeOf(settings), settings };
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

/** @throws AppError NOT_FOUND if the run does not exist, PROVIDER_NOT_CONNECTED */
export const loadRunContext = async (
  context: AppContext,
  tenantId: string,
  runId: string,
): Promise<{ hosting: HostingContext; run: SeenRunRow }> => {
  const run = await requireRun(context.db.read, await findScope(context.db.read, tenantId), runId);
  return { hosting: await loadHostingContext(context, tenantId), run };
};

/** @throws AppError NOT_FOUND if the server does not exist, STATE_CONFLICT if it has no open run */
export const loadOpenRunContext = async (
  context: AppContext,
  tenantId: string,
  serviceId: string,
): Promise<{ hosting: HostingContext; server: SeenServerRow; run: SeenRunRow }> => {
  const { hosting, server } = await loadServerContext(context, tenantId, serviceId);
  return { hosting, server, run: await requireOpenRun(context.db.read, hosting.scope, serviceId) };
};
