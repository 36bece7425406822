import type { AppContext } from '../../../context.ts';
import type { SeenRunRow } from '../../../store/hosting/upgrade-runs.ts';
import { runBasis } from '../../../store/stored-columns.ts';
import type { HostingContext } from '../hosting-context.ts';
import { mapProviderErrors } from '../provider-errors.ts';
import { callProvider } from './call-provider.ts';
import { type ActingRunActor, moveRun } from './move-run.ts';
import { storedOrder } from './poll-provider.ts';
import { reloadRun, requireAllowed } from './runs.ts';

/**
 * Orders a run's plan (seed 001 §4 rules 3 and 4): checks for a pending order first, stores the intent, sends once, and
 * reads the order whatever the response was. Adopts an order that was made elsewhere.
 * @throws AppError STATE_CONFLICT, PROVIDER_…
 */
export const orderRun = async (
  context: AppContext,
  hosting: HostingContext,
  run: SeenRunRow,
  runActor: ActingRunActor,
): Promise<SeenRunRow> => {
  const { db, clock } = context;
  requireAllowed(run, 'order', clock.now());
  const serviceId = Number(run.service_id);
  const { order } = await mapProviderErrors(hosting.provider.checkUpgradeOrder({ serviceid: serviceId }));
  if (order) {
    const adopted = { provider_order: JSON.stringify(storedOrder(order)), plan: null, cost_after: null };
    const moved = await runActor.transaction((tx) => moveRun(context, tx, run, 'order_found', runActor, adopted));
    return reloadRun(db.read, moved);
  }
  const { plan } = runBasis(run);
  if (!plan) throw new Error(`Run ${run.id} has no plan to order`);
  const { rid, ram, cpu, disk, bandwidth } = plan;
  return callProvider(context, hosting, run, runActor, {
    intended: 'order_intended',
    refused: 'order_refused',
    send: () => hosting.provider.upgradeInstance({ serviceid: serviceId, rid, ram, cpu, disk, bandwidth }),
  });
};
