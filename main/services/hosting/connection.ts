import { AppError } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import type { Queries } from '../../database/schema.ts';
import type { Connection } from '../../provider/connections.ts';
import { findProviderSettings, type HostingScope, type ProviderSettingsRow } from '../../store/provider-settings.ts';
import type { SeenRunRow } from '../../store/upgrade-runs.ts';
import type { SeenServerRow } from '../../store/vps-instances.ts';
import { requireOpenRun, requireRun } from './runs/runs.ts';
import { requireServer } from './servers/servers.ts';

export const scopeOf = ({ tenant_id, mode }: Pick<ProviderSettingsRow, 'tenant_id' | 'mode'>): HostingScope => ({
  tenantId: tenant_id,
  mode,
});

/** Whose hosting data a tenant works with; undefined where the provider was not connected yet. */
export const findScope = async (db: Queries, tenantId: string): Promise<HostingScope | undefined> => {
  const settings = await findProviderSettings(db, tenantId);
  return settings && scopeOf(settings);
};

/** The same, where nothing can be done without. @throws AppError PROVIDER_NOT_CONNECTED */
export const requireScope = async (db: Queries, tenantId: string): Promise<HostingScope> => {
  const scope = await findScope(db, tenantId);
  if (!scope) throw new AppError('PROVIDER_NOT_CONNECTED');
  return scope;
};

/** A tenant's data and the client of its account. */
export interface Connected extends Connection {
  readonly scope: HostingScope;
  readonly settings: ProviderSettingsRow;
}

/** @throws AppError PROVIDER_NOT_CONNECTED */
export const connect = async ({ db, provider }: AppContext, tenantId: string): Promise<Connected> => {
  const settings = await findProviderSettings(db.read, tenantId);
  if (!settings) throw new AppError('PROVIDER_NOT_CONNECTED');
  return { ...provider(settings), scope: scopeOf(settings), settings };
};

/** @throws AppError NOT_FOUND for a server that is not there, PROVIDER_NOT_CONNECTED */
export const connectServer = async (
  context: AppContext,
  tenantId: string,
  serviceId: string,
): Promise<{ connected: Connected; server: SeenServerRow }> => {
  const server = await requireServer(context.db.read, await findScope(context.db.read, tenantId), serviceId);
  return { connected: await connect(context, tenantId), server };
};

/** @throws AppError NOT_FOUND for a run that is not there, PROVIDER_NOT_CONNECTED */
export const connectRun = async (
  context: AppContext,
  tenantId: string,
  runId: string,
): Promise<{ connected: Connected; run: SeenRunRow }> => {
  const run = await requireRun(context.db.read, await findScope(context.db.read, tenantId), runId);
  return { connected: await connect(context, tenantId), run };
};

/** @throws AppError NOT_FOUND for a server that is not there, STATE_CONFLICT where it has no open run */
export const connectOpenRun = async (
  context: AppContext,
  tenantId: string,
  serviceId: string,
): Promise<{ connected: Connected; server: SeenServerRow; run: SeenRunRow }> => {
  const { connected, server } = await connectServer(context, tenantId, serviceId);
  return { connected, server, run: await requireOpenRun(context.db.read, connected.scope, serviceId) };
};
