import { AppError } from '#shared/errors.ts';
import { differsFrom, toMinor } from '#shared/money.ts';
import type { AppContext } from '../../../context.ts';
import type { SeenRunRow } from '../../../store/hosting/upgrade-runs.ts';
import { runBasis } from '../../../store/stored-columns.ts';
import { requireWithinBudget } from '../costs/budget.ts';
import type { HostingContext } from '../hosting-context.ts';
import { mapProviderErrors, providerFailure } from '../provider-errors.ts';
import { requireServer } from '../servers/servers.ts';
import { callProvider, recordProblem } from './call-provider.ts';
import { type ActingRunActor, moveRun } from './move-run.ts';
import { askForOrder, orderUnclear, storedOrder } from './pending-order.ts';
import { costOf, quotePlan } from './quote-plan.ts';
import { requireAllowed } from './runs.ts';

/**
 * Orders a run's plan (seed 001 §4 rules 3 and 4): checks for a pending order first, stores the intent, sends once, and
 * reads the order whatever the response was. An order that was made elsewhere is adopted, and the call refused.
 * @throws AppError STATE_CONFLICT, PLAN_NOT_OFFERED, DISK_CANNOT_SHRINK, PROVIDER_…
 */
export const orderRun = async (
  context: AppContext,
  hosting: HostingContext,
  run: SeenRunRow,
  runActor: ActingRunActor,
  acceptsOverBudget: boolean,
): Promise<SeenRunRow> => {
  const { db, clock, steady } = context;
  requireAllowed(run, 'order', steady);
  const serviceId = Number(run.service_id);
  const { order, unclear } = await mapProviderErrors(askForOrder(hosting, serviceId));
  if (order) {
    const adopted = { provider_order: JSON.stringify(storedOrder(order)), plan: null, cost_after: null };
    await runActor.transaction((tx) => moveRun(context, tx, run, 'order_found', runActor, adopted));
    // Nobody has reviewed that order.
    throw new AppError('STATE_CONFLICT', { reason: 'order_elsewhere' });
  }
  if (unclear && run.no_order_reported === 0) {
    await recordProblem(context, run, orderUnclear(unclear, clock.now()));
    throw providerFailure(unclear);
  }
  const { plan } = runBasis(run);
  if (!plan) throw new Error(`Run ${run.id} has no plan to order`);
  const { rid, ram, cpu, disk, bandwidth } = plan;
  const choice = { rid, ram, cpu, disk, bandwidth };
  const server = await requireServer(db.read, hosting.scope, run.service_id);
  const quote = await quotePlan(context, hosting, { ...server, sizes: run.before_sizes }, choice);
  const agreed = {
    plan: JSON.stringify(quote),
    cost_after: costOf(quote),
    agreed_total: quote.now_estimate === null ? null : toMinor(quote.now_estimate),
  };
  if (differsFrom(costOf(plan), costOf(quote))) {
    await runActor.transaction((tx) => moveRun(context, tx, run, 'plan_chosen', runActor, agreed));
    throw new AppError('STATE_CONFLICT', { reason: 'price_changed' });
  }
  if (!acceptsOverBudget) await requireWithinBudget(db.read, hosting, server, costOf(quote));
  return callProvider(
    context,
    hosting,
    run,
    runActor,
    {
      intended: 'order_intended',
      refused: 'order_refused',
      send: () => hosting.provider.upgradeInstance({ serviceid: serviceId, ...choice }),
    },
    agreed,
  );
};
