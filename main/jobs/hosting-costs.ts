import { AppError } from '#shared/errors.ts';
import { day } from '#shared/limits.ts';
import type { SystemContext } from '../context.ts';
import { recordEvent, systemActor } from '../services/audit-log/record-event.ts';
import type { Transact } from '../services/handler.ts';
import { reconcileClosedMonths } from '../services/hosting/costs/reconcile.ts';
import { loadHostingContext, scopeOf } from '../services/hosting/hosting-context.ts';
import { readServers } from '../services/hosting/servers/read-servers.ts';
import { providerTarget } from '../services/hosting/targets.ts';
import { listProviderSettings, type ProviderSettingsRow } from '../store/hosting/provider-settings.ts';

/** DECISION 0036: reread server data older than this. */
const readIntervalMs = 1 * day;

const readIfOld = async (context: SystemContext, settings: ProviderSettingsRow): Promise<void> => {
  const { clock, log } = context;
  const { tenant_id: tenantId, mode, synced_at } = settings;
  if (synced_at !== null && clock.now() - synced_at < readIntervalMs) return;
  const hosting = await loadHostingContext(context, tenantId);
  try {
    const transaction: Transact = (work) => context.db.transaction({ tenant: tenantId }, work);
    await readServers(context, hosting, transaction, async (tx, synced) => {
      // Nothing changed, so there is nothing to audit.
      if (synced.added === 0 && synced.gone === 0) return;
      await recordEvent(context, tx, {
        action: 'syncServers',
        actor: systemActor(tenantId),
        target: providerTarget(tenantId, mode),
        details: { ...synced },
      });
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ tenant_id: tenantId, code: error.code }, 'failed to sync servers; will retry on schedule');
  }
};

/**
 * Keeps costs current (seed 001 §1): reads servers and prices once a day and reconciles every past month. Works from
 * stored timestamps, so a machine that was off for months catches up.
 */
export const keepHostingCosts = async (context: SystemContext, signal?: AbortSignal): Promise<void> => {
  const { db, log } = context;
  for (const settings of await listProviderSettings(db.read)) {
    if (signal?.aborted) return;
    await readIfOld(context, settings);
    const months = await reconcileClosedMonths(context, scopeOf(settings));
    if (months.length > 0) log.info({ tenant_id: settings.tenant_id, months }, 'costs reconciled');
  }
};
