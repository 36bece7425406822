import type { App } from '../app/app.ts';
import { listProviderSettings } from '../storage/store/hosting/provider-settings.ts';
import type { Updates } from './updates.ts';

/**
 * Hosts whose https pages may open in the system's browser: the update feed's, and those of the connected hosting
 * providers, where owners pay invoices.
 */
export const outsideHosts = async (
  app: Pick<App, 'context'> | undefined,
  updates: Pick<Updates, 'hosts'> | undefined,
): Promise<string[]> => {
  const connected = app ? await listProviderSettings(app.context.db.read) : [];
  return [
    ...(updates?.hosts() ?? []),
    ...connected.filter(({ mode }) => mode === 'live').map(({ base_url }) => new URL(base_url).host),
  ];
};
