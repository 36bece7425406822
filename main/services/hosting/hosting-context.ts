import { AppError } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import type { Queries } from '../../database/schema.ts';
import type { Connection } from '../../provider/connections.ts';
import {
  findProviderSettings,
  type HostingScope,
  type ProviderSettingsRow,
} from '../../store/hosting/provider-settings.ts';
import type { SeenServerRow } from '../../store/hosting/vps-instances.ts';
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

/** @throws AppError PROVIDER_NOT_CONNECTED */
export const loadHostingContext = async ({ db, provider }: AppContext, tenantId: string): Promise<HostingContext> => {
  const settings = await findProviderSettings(db.read, tenantId);
  if (!settings) throw new AppError('PROVIDER_NOT_CONNECTED');
  return { ...provider(settings), scope: scopeOf(settings), settings };
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
