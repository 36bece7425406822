import { AppError } from '#shared/errors.ts';
import { fromMinor, toMinor } from '#shared/money.ts';
import { isOpen, type RunEvent } from '#shared/upgrade-flow.ts';
import { judgeSizes, type Observation, observe, observedIn } from '#shared/upgrade-observation.ts';
import type { AppContext } from '../../../context.ts';
import { toIso } from '../../../platform/clock.ts';
import type { UpgradeOrder } from '../../../provider/actions.ts';
import type { Instance } from '../../../provider/instance.ts';
import { ProviderError } from '../../../provider/provider.ts';
import { type RunChange, type RunRow, recordPoll, type SeenRunRow } from '../../../store/hosting/upgrade-runs.ts';
import { findServer } from '../../../store/hosting/vps-instances.ts';
import { problemOf, type RunProblem, type StoredOrder } from '../../../store/stored-columns.ts';
import { systemTransaction, systemWrite } from '../../system-transaction.ts';
import type { HostingContext } from '../hosting-context.ts';
import { refreshServer } from '../servers/servers.ts';
import { moveRun, systemRunActor } from './move-run.ts';
import { flowOf, reloadRun } from './runs.ts';

/** A provider failure as stored with a run. */
export const problemFrom = (error: ProviderError, now: number): RunProblem => ({
  reason: error.reason,
  message: error.providerMessage,
  at: toIso(now),
});

/** The order as stored and shown; the provider's total, with two decimals. */
export const storedOrder = ({ id, orderid, invoiceid, duedate, total }: UpgradeOrder): StoredOrder => ({
  id,
  orderid,
  invoiceid,
  duedate,
  total: total === null ? null : fromMinor(toMinor(total)),
});

interface Fetched {
  observation: Observation;
  order: UpgradeOrder | null;
  instance: Instance | undefined;
}

const fetchObservation = async ({ provider }: HostingContext, run: RunRow): Promise<Fetched> => {
  const seen: Fetched = { observation: {}, order: null, instance: undefined };
  if (!isOpen(run.state)) return seen;
  const serviceId = Number(run.service_id);
  const { order, server } = observedIn[run.state];
  if (order) {
    seen.order = (await provider.checkUpgradeOrder({ serviceid: serviceId })).order;
    seen.observation.order = seen.order ? 'pending' : 'none';
  }
  if (server) {
    seen.instance = await provider.getInstance({ serviceid: serviceId });
    const { status, billingcycle, sizes } = seen.instance;
    seen.observation.server = { status, billingCycle: billingcycle, sizes };
  }
  return seen;
};

const unproven: readonly RunEvent[] = ['order_absent', 'apply_absent', 'decision_absent', 'change_absent'];

/** Fields that an event changes in addition to the state. */
const changeBy = (run: RunRow, event: RunEvent, { order }: Fetched, now: number): RunChange => ({
  ...(event === 'order_found' && order && { provider_order: JSON.stringify(storedOrder(order)) }),
  // An order that this run did not make may be for a different plan than the one chosen here.
  ...(event === 'order_found' && run.state === 'choosing' && { plan: null, cost_after: null }),
  ...(unproven.includes(event) && {
    problem: JSON.stringify({ reason: 'interrupted', message: null, at: toIso(now) } satisfies RunProblem),
  }),
  checked_at: now,
});

const sizeProblem = (run: RunRow, { instance }: Fetched, now: number): RunProblem | null => {
  const isUnexpected =
    run.kind === 'upgrade' && instance?.status === 'ACTIVE' && judgeSizes(flowOf(run), instance.sizes) === 'unexpected';
  return isUnexpected ? { reason: 'unexpected_sizes', message: null, at: toIso(now) } : null;
};

/**
 * Polls the provider and moves a run to the state that the response proves; without proof the run stays. Stores a
 * failed poll with the run. Never sends a request that changes anything.
 */
export const pollProvider = async (context: AppContext, hosting: HostingContext, run: RunRow): Promise<SeenRunRow> => {
  const { db, clock } = context;
  let seen: Fetched;
  try {
    seen = await fetchObservation(hosting, run);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const problem = JSON.stringify(problemFrom(error, clock.now()));
    await recordPoll(systemWrite(context), run, { checked_at: run.checked_at, problem });
    return reloadRun(db.read, run);
  }
  const now = clock.now();
  const event = observe(flowOf(run), seen.observation, now);
  await systemTransaction(context, { tenant: run.tenant_id }, async (tx) => {
    const server = await findServer(tx, hosting.scope, run.service_id);
    if (server && seen.instance) await refreshServer(tx, server, seen.instance, now);
    if (event) {
      await moveRun(context, tx, run, event, systemRunActor(run), changeBy(run, event, seen, now));
    } else {
      const problem = sizeProblem(run, seen, now) ?? keptProblem(run);
      await recordPoll(tx, run, { checked_at: now, problem: problem && JSON.stringify(problem) });
    }
  }).catch((error: unknown) => {
    // Someone else moved the run in the meantime: their result wins.
    if (!(error instanceof AppError && error.key === 'STATE_CONFLICT')) throw error;
  });
  return reloadRun(db.read, run);
};

/** Keep a refusal until the next step; drop a connection problem once the provider responds. */
const keptProblem = (run: RunRow): RunProblem | null => {
  const problem = problemOf(run);
  const isKept = problem?.reason === 'interrupted' || (problem !== null && isRefusal(problem.reason));
  return isKept ? problem : null;
};

const refusedReasons: readonly RunProblem['reason'][] = [
  'hourly_disabled',
  'invalid_serviceid',
  'unknown_action',
  'refused',
];
const isRefusal = (reason: RunProblem['reason']): boolean => refusedReasons.includes(reason);
