import type { RunEvent } from '#shared/flows/upgrade-flow.ts';
import { isForPlan } from '#shared/flows/upgrade-observation.ts';
import { toIso } from '../../../platform/clock.ts';
import type { UpgradeOrder } from '../../../provider/actions.ts';
import type { ServerReading } from '../../../provider/provider.ts';
import type { RunChange, RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { orderOf, runBasis } from '../../../storage/store/stored-columns.ts';
import { orderShape, problemShape, type RunProblem } from '../../../storage/store/stored-shapes.ts';
import type { Fetched } from './fetch-observation.ts';
import { storedOrder } from './pending-order.ts';

/** Someone else's order: a run that is choosing made none, and one that made its own knows the number or the sizes. */
const isElsewhere = (run: RunRow, order: UpgradeOrder, serverReading: ServerReading | undefined): boolean => {
  const known = orderOf(run);
  if (known) return known.id !== order.id;
  const { plan } = runBasis(run);
  return (
    run.state === 'choosing' ||
    (plan !== null && serverReading !== undefined && !isForPlan(serverReading.pending, plan.sizes))
  );
};

const unproven: readonly RunEvent[] = ['apply_absent', 'decision_absent', 'change_absent'];

/** Fields that an event changes in addition to the state. */
export const changeBy = (
  run: RunRow,
  event: RunEvent,
  { order, serverReading, message, observation }: Fetched,
  now: number,
): RunChange => {
  const problem = (reason: RunProblem['reason']): RunChange => ({
    problem: problemShape.write({ reason, message: null, at: toIso(now) }),
  });
  if (event === 'order_found' && order) {
    const found = storedOrder(order);
    const change: RunChange = {
      provider_order: orderShape.write(found),
      checked_at: now,
    };
    const known = orderOf(run);
    // An order that this run did not make may be for a different plan than the one chosen here.
    if (isElsewhere(run, order, serverReading)) {
      const wasOrdered = run.state !== 'choosing';
      return {
        ...change,
        plan: null,
        cost_after: null,
        agreed_total: null,
        ...(wasOrdered && problem('order_replaced')),
      };
    }
    return known && known.total !== found.total ? { ...change, ...problem('invoice_changed') } : change;
  }
  if (event === 'change_accepted') {
    const isOfChange = order !== null && orderOf(run)?.id !== order.id;
    return {
      checked_at: now,
      ...(isOfChange && { provider_order: orderShape.write(storedOrder(order)), order_missing: 0 }),
      // The list of servers shows it, and there is nothing left to do.
      ...(run.kind === 'power' && { seen_version: run.version + 1 }),
    };
  }
  if (event === 'change_absent' && observation.power?.result === 'not_obeyed') {
    return { ...problem('not_obeyed'), checked_at: now };
  }
  if ((event === 'apply_absent' || event === 'change_absent') && message !== undefined) {
    const refused: RunProblem = { reason: 'refused', message: message || null, at: toIso(now) };
    return { problem: problemShape.write(refused), checked_at: now };
  }
  const isStopped = event === 'apply_absent' && run.state === 'resizing' && run.change_progress === null;
  return {
    ...(isStopped ? problem('not_upgraded') : unproven.includes(event) && problem('interrupted')),
    checked_at: now,
  };
};
