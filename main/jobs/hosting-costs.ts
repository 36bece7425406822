import { day } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { remainingWait } from '../platform/remaining-wait.ts';
import type { SystemContext } from '../services/context.ts';
import type { Transact } from '../services/handler.ts';
import { alertOfBudget } from '../services/hosting/costs/budget-alarm.ts';
import { reconcileClosedMonths } from '../services/hosting/costs/reconcile.ts';
import { type HostingContext, loadBackgroundContext, scopeOf } from '../services/hosting/hosting-context.ts';
import { findLateOrders } from '../services/hosting/runs/late-orders.ts';
import { readPrices, readServers } from '../services/hosting/servers/read-servers.ts';
import { providerTarget } from '../services/hosting/targets.ts';
import { recordEvent, systemActor } from '../services/recording/record-event.ts';
import { listProviderSettings, type ProviderSettingsRow } from '../storage/store/hosting/provider-settings.ts';

/** DECISION 0036: reread server data older than this. */
const readIntervalMs = 1 * day;

/** DECISION 0082: bounds the answers in memory, and lets the others continue while a provider hangs. */
const tenantsAtOnce = 20;

/** Reads the servers with their prices; in between, only the prices that are still missing or out of date. */
const readIfOld = async (context: SystemContext, hosting: HostingContext): Promise<void> => {
  const { clock, log } = context;
  const { tenant_id: tenantId, mode, synced_at } = hosting.settings;
  const transaction: Transact = (work) => context.db.transaction({ tenant: tenantId }, work);
  if (synced_at !== null && remainingWait(synced_at + readIntervalMs, clock.now(), readIntervalMs) > 0) {
    await readPrices(context, hosting, transaction);
    return;
  }
  try {
    await readServers(context, hosting, transaction, (tx, synced) =>
      recordEvent(context, tx, {
        action: 'syncServers',
        actor: systemActor(tenantId),
        target: providerTarget(tenantId, mode),
        details: { ...synced },
      }),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ tenant_id: tenantId, code: error.code }, 'failed to sync servers; will retry on schedule');
  }
};

const keepCosts = async (context: SystemContext, settings: ProviderSettingsRow): Promise<void> => {
  const hosting = await loadBackgroundContext(context, settings.tenant_id, 'price');
  await readIfOld(context, hosting);
  await findLateOrders(context, hosting);
  await alertOfBudget(context, settings);
  const months = await reconcileClosedMonths(context, scopeOf(settings));
  if (months.length > 0) context.log.info({ tenant_id: settings.tenant_id, months }, 'costs reconciled');
};

/**
 * Keeps costs current (seed 001 §1): reads servers and prices once a day and reconciles every past month. Works from
 * stored timestamps, so a machine that was off for months catches up.
 * @throws Error if a tenant's costs could not be kept; those of all others are.
 */
export const recordHostingCosts = async (context: SystemContext, signal?: AbortSignal): Promise<void> => {
  const { db, log } = context;
  let failures = 0;
  const all = await listProviderSettings(db.read);
  const waiting = all.values();
  const lane = async (): Promise<void> => {
    for (const settings of waiting) {
      if (signal?.aborted) return;
      try {
        await keepCosts(context, settings);
      } catch (error) {
        failures += 1;
        log.error({ tenant_id: settings.tenant_id, err: error }, 'the costs of a tenant were not kept');
      }
    }
  };
  await Promise.all(Array.from({ length: tenantsAtOnce }, lane));
  if (failures > 0) throw new Error(`failed for ${failures} of ${all.length} tenants`);
};
