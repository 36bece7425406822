import { createAccountTurns } from '#main/provider/account-turns.ts';
import { createHetznerProvider } from '#main/provider/hetzner/hetzner-provider.ts';
import type { SystemContext } from '#main/services/context.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { minute } from '#shared/rules/limits.ts';
import { type Cloud, createCloud, token } from './hetzner/cloud.ts';

/**
 * Connects an organization that has the sandbox to an emulated account at Hetzner Cloud of its own. Reads no servers yet.
 * @param isInstant whether each task is done by the time of the next request
 */
export const connectHetzner = async (context: SystemContext, tenantId: string, isInstant = false): Promise<Cloud> => {
  const { db, clock, log, provider: connect } = context;
  let requests = 0;
  const now = () => clock.now() + (isInstant ? requests * minute : 0);
  const cloud = createCloud({ now, hang: () => new Promise<never>(() => {}) });
  const delay = async (): Promise<void> => {};
  const timeoutSignal = () => new AbortController().signal;
  const provider = createHetznerProvider({
    url: 'https://api.hetzner.cloud/v1',
    key: token,
    send: (request) => {
      requests += 1;
      return cloud.handle(request);
    },
    clock,
    log,
    delay,
    timeoutSignal,
    count: (call) => call,
    random: () => 0,
    turns: createAccountTurns({ clock, delay, intervalMs: 0 }),
  });
  Object.assign(context, {
    provider: (settings: Parameters<typeof connect>[0]) =>
      settings.tenant_id === tenantId && settings.mode === 'live'
        ? { provider, sandbox: undefined, patience: timeoutSignal }
        : connect(settings),
  });
  await tablesOf(db.write)
    .updateTable('provider_settings')
    .set({ mode: 'live', provider: 'hetzner' })
    .where('tenant_id', '=', tenantId)
    .execute();
  return cloud;
};
