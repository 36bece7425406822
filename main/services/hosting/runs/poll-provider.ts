import { AppError } from '#shared/errors.ts';
import { isOpen, isSettling, type RunEvent } from '#shared/upgrade-flow.ts';
import { isForPlan, type Observation, observe, observedIn, stuckReason } from '#shared/upgrade-observation.ts';
import type { AppContext } from '../../../context.ts';
import { toIso } from '../../../platform/clock.ts';
import type { SteadyClock } from '../../../platform/steady-clock.ts';
import type { UpgradeOrder } from '../../../provider/actions.ts';
import type { ServerReading } from '../../../provider/provider.ts';
import { ProviderError } from '../../../provider/provider-error.ts';
import { findServer } from '../../../store/hosting/servers.ts';
import { type RunChange, type RunRow, recordPoll, type SeenRunRow } from '../../../store/hosting/upgrade-runs.ts';
import { orderOf, problemOf, runBasis } from '../../../store/stored-columns.ts';
import { orderShape, problemShape, type RunProblem } from '../../../store/stored-shapes.ts';
import { systemTransaction } from '../../system-transaction.ts';
import type { HostingContext } from '../hosting-context.ts';
import { needsPrice, priceIfReadable } from '../servers/server-price.ts';
import { refreshServer } from '../servers/servers.ts';
import { moveRun, systemRunActor } from './move-run.ts';
import { changeOf, observedChange } from './observed-change.ts';
import { storedOrder, totalOf } from './pending-order.ts';
import { flowOf, reloadRun } from './runs.ts';

/** A provider failure as stored with a run. */
export const problemFrom = (error: ProviderError, now: number): RunProblem => ({
  reason: error.reason,
  message: error.providerMessage ?? error.field,
  at: toIso(now),
});

interface Fetched {
  observation: Observation;
  order: UpgradeOrder | null;
  serverReading: ServerReading | undefined;
  /** Why a part could not be read. */
  failure: ProviderError | undefined;
  /** Why a change without an order was not made. */
  message: string | undefined;
}

/** Reads what a run's state needs. What could be read counts, even if the rest could not. */
const fetchObservation = async ({ provider }: HostingContext, run: RunRow, steady: SteadyClock): Promise<Fetched> => {
  const seen: Fetched = {
    observation: {},
    order: null,
    serverReading: undefined,
    failure: undefined,
    message: undefined,
  };
  if (!isOpen(run.state)) return seen;
  const input = { serviceid: run.service_id };
  const attempt = async <Answer>(read: () => Promise<Answer>): Promise<Answer | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      seen.failure ??= error;
      return undefined;
    }
  };
  const change = changeOf(run, steady);
  if (change) {
    const { after } = change.progress;
    const reading = await attempt(() => provider.getChange({ ...input, after }));
    if (!reading) return seen;
    seen.serverReading = reading.server;
    seen.message = reading.message ?? change.progress.refused ?? undefined;
    seen.observation.change = observedChange(change, reading, steady.now());
    return seen;
  }
  const { order, server } = observedIn[run.state];
  const answer =
    order && provider.capabilities.changes === 'order'
      ? await attempt(() => provider.checkUpgradeOrder(input))
      : undefined;
  if (answer) {
    seen.order = answer.order;
    seen.observation.order = answer.order ? 'pending' : 'none';
    seen.observation.orderChanged = hasChanged(run, answer.order);
  } else if (seen.failure?.reason === 'refused') {
    // Only the order has been asked for so far.
    seen.observation.order = 'unclear';
  }
  seen.serverReading = server ? await attempt(() => provider.getServer(input)) : undefined;
  if (seen.serverReading) {
    const { status, billingcycle, sizes, pending } = seen.serverReading;
    const hasPendingSizes = Object.values(pending).some((size) => size !== null);
    seen.observation.server = { status, billingCycle: billingcycle, sizes, hasPendingSizes };
  }
  return seen;
};

const hasChanged = (run: RunRow, order: UpgradeOrder | null): boolean =>
  order !== null && JSON.stringify(orderOf(run)) !== JSON.stringify(storedOrder(order));

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
const changeBy = (run: RunRow, event: RunEvent, { order, serverReading, message }: Fetched, now: number): RunChange => {
  const problem = (reason: RunProblem['reason']): RunChange => ({
    problem: problemShape.write({ reason, message: null, at: toIso(now) }),
  });
  if (event === 'order_found' && order) {
    const found = storedOrder(order);
    const change: RunChange = {
      provider_order: orderShape.write(found),
      agreed_total: run.agreed_total ?? totalOf(found),
      checked_at: now,
    };
    const known = orderOf(run);
    // An order that this run did not make may be for a different plan than the one chosen here.
    if (isElsewhere(run, order, serverReading)) {
      const wasOrdered = run.state !== 'choosing';
      return { ...change, plan: null, cost_after: null, ...(wasOrdered && problem('order_replaced')) };
    }
    return known && known.total !== found.total ? { ...change, ...problem('invoice_changed') } : change;
  }
  if (event === 'apply_absent' && message !== undefined) {
    const refused: RunProblem = { reason: 'refused', message: message || null, at: toIso(now) };
    return { problem: problemShape.write(refused), checked_at: now };
  }
  const isStopped = event === 'apply_absent' && run.state === 'resizing' && run.change_progress === null;
  return {
    ...(isStopped ? problem('not_upgraded') : unproven.includes(event) && problem('interrupted')),
    checked_at: now,
  };
};

/** A problem that lasts began when it was first seen. */
const continued = (known: RunProblem | null, found: RunProblem): RunProblem =>
  known?.reason === found.reason && known.message === found.message ? known : found;

/** Why the run is not making progress after a poll that moved nothing. */
const problemAfter = (
  run: RunRow,
  { failure, observation }: Fetched,
  context: Pick<AppContext, 'clock' | 'steady'>,
): RunProblem | null => {
  const now = context.clock.now();
  // Once the order can't arrive any more, an answer in unknown words is what an owner has to report about.
  const isUnclear = observation.order === 'unclear' && run.state === 'ordering' && failure?.reason === 'refused';
  if (failure && isUnclear && !isSettling(flowOf(run, context.steady), context.steady.now())) {
    return continued(problemOf(run), { ...problemFrom(failure, now), reason: 'order_unclear' });
  }
  if (failure) return continued(problemOf(run), problemFrom(failure, now));
  const reason = stuckReason(flowOf(run, context.steady), observation, context.steady.now());
  const known = problemOf(run);
  if (reason === undefined) return keptProblem(run);
  if (known?.reason === reason) return known;
  // The message is what the provider says about the problem: a status says nothing about an order.
  const message = reason === 'server_error' ? (observation.server?.status ?? null) : null;
  return { reason, message, at: toIso(now) };
};

/**
 * Polls the provider and moves a run to the state that the response proves; without proof the run stays. Stores a
 * failed poll with the run. Never sends a request that changes anything.
 */
export const pollProvider = async (context: AppContext, hosting: HostingContext, run: RunRow): Promise<SeenRunRow> => {
  const { db, clock, steady } = context;
  const seen = await fetchObservation(hosting, run, steady);
  const now = clock.now();
  const { event, suspicion } = observe(flowOf(run, steady), seen.observation, steady.now());
  await systemTransaction(context, { tenant: run.tenant_id }, async (tx) => {
    const server = await findServer(tx, hosting.scope, run.service_id);
    if (server && seen.serverReading) await refreshServer(tx, server, seen.serverReading, now);
    if (event) {
      await moveRun(context, tx, run, event, systemRunActor(run), changeBy(run, event, seen, now));
    } else {
      const problem = problemAfter(run, seen, context);
      await recordPoll(tx, run, {
        checked_at: seen.failure ? run.checked_at : now,
        problem: problem && problemShape.write(problem),
        suspicion: suspicion?.event ?? null,
        suspected_at: suspicion?.at ?? null,
      });
    }
  }).catch((error: unknown) => {
    // Someone else moved the run in the meantime: their result wins.
    if (!(error instanceof AppError && error.key === 'STATE_CONFLICT')) throw error;
  });
  return priceEnded(context, hosting, await reloadRun(db.read, run));
};

/** Reads the cost again once a run has ended: prices change after a quote, and other people make orders too. */
export const priceEnded = async (
  context: AppContext,
  hosting: HostingContext,
  run: SeenRunRow,
): Promise<SeenRunRow> => {
  const { db } = context;
  if (isOpen(run.state)) return run;
  const server = await findServer(db.read, hosting.scope, run.service_id);
  if (server && needsPrice(server)) {
    await priceIfReadable(context, hosting, server, (work) =>
      systemTransaction(context, { tenant: run.tenant_id }, work),
    );
  }
  return reloadRun(db.read, run);
};

/** Keep a refusal until the next step; drop a connection problem once the provider responds. */
const keptProblem = (run: RunRow): RunProblem | null => {
  const problem = problemOf(run);
  const isKept = problem !== null && keptReasons.includes(problem.reason);
  return isKept ? problem : null;
};

const keptReasons: readonly RunProblem['reason'][] = [
  'hourly_disabled',
  'invalid_serviceid',
  'unknown_action',
  'refused',
  'interrupted',
  'order_unclear',
  'order_replaced',
  'invoice_changed',
  'not_upgraded',
];
