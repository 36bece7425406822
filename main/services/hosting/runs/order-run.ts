import { AppError } from '#shared/texts/errors.ts';
import type { SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { orderShape } from '../../../storage/store/stored-shapes.ts';
import type { AppContext } from '../../context.ts';
import type { HostingContext } from '../hosting-context.ts';
import { mapProviderErrors, providerFailure } from '../provider-errors.ts';
import { agreeAgain } from './agree-again.ts';
import { callProvider, recordProblem } from './call-provider.ts';
import { changePlan } from './change-plan.ts';
import { type ActingRunActor, moveRun } from './move-run.ts';
import { askForOrder, orderUnclear, storedOrder } from './pending-order.ts';
import { requireAllowed } from './runs.ts';

/**
 * Orders a run's plan (seed 001 §4 rules 3 and 4): checks for a pending order first, stores the intent, sends once, and
 * reads the order whatever the response was. An order that was made elsewhere is adopted, and the call refused. Where
 * changes need no order, begins the change.
 * @throws AppError STATE_CONFLICT, PLAN_NOT_OFFERED, DISK_CANNOT_SHRINK, PROVIDER_…
 */
export const orderRun = async (
  context: AppContext,
  hosting: HostingContext,
  run: SeenRunRow,
  runActor: ActingRunActor,
  acceptsOverBudget: boolean,
): Promise<SeenRunRow> => {
  const { clock, steady } = context;
  requireAllowed(run, 'order', steady);
  if (hosting.provider.capabilities.changes === 'immediate') {
    return changePlan(context, hosting, run, runActor, acceptsOverBudget);
  }
  const serviceId = run.service_id;
  const { order, unclear } = await mapProviderErrors(askForOrder(hosting, serviceId));
  if (order) {
    const adopted = { provider_order: orderShape.write(storedOrder(order)), plan: null, cost_after: null };
    await runActor.transaction((tx) => moveRun(context, tx, run, 'order_found', runActor, adopted));
    // No one has reviewed that order.
    throw new AppError('STATE_CONFLICT', { reason: 'order_elsewhere' });
  }
  if (unclear && run.no_order_reported === 0) {
    await recordProblem(context, run, orderUnclear(unclear, clock.now()));
    throw providerFailure(unclear);
  }
  const { choice, agreed, requires } = await agreeAgain(context, hosting, run, runActor, acceptsOverBudget);
  return callProvider(
    context,
    hosting,
    run,
    runActor,
    {
      intended: 'order_intended',
      requires,
      refused: 'order_refused',
      send: () => hosting.provider.upgradeInstance({ serviceid: serviceId, ...choice }),
    },
    agreed,
  );
};
