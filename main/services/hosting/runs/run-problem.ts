import { isSettling } from '#shared/flows/upgrade-flow.ts';
import { stuckReason } from '#shared/flows/upgrade-observation.ts';
import { toIso } from '../../../platform/clock.ts';
import type { ProviderError } from '../../../provider/provider-error.ts';
import type { RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { problemOf } from '../../../storage/store/stored-columns.ts';
import type { RunProblem } from '../../../storage/store/stored-shapes.ts';
import type { AppContext } from '../../context.ts';
import type { Fetched } from './fetch-observation.ts';
import { flowOf } from './runs.ts';

/** A provider failure as stored with a run. */
export const problemFrom = (error: ProviderError, now: number): RunProblem => ({
  reason: error.reason,
  message: error.providerMessage ?? error.field,
  at: toIso(now),
});

/** A problem that lasts began when it was first seen. */
const continued = (known: RunProblem | null, found: RunProblem): RunProblem =>
  known?.reason === found.reason && known.message === found.message ? known : found;

/** Why the run is not making progress after a poll that moved nothing. */
export const problemAfter = (
  run: RunRow,
  { failure, observation }: Fetched,
  context: Pick<AppContext, 'clock' | 'steady'>,
): RunProblem | null => {
  const now = context.clock.now();
  const known = problemOf(run);
  // What goes on behind a request ends by itself, not by what a poll sees meanwhile.
  if (known?.reason === 'going_on') return known;
  // Once the order can't arrive any more, an answer in unknown words is what an owner has to report about.
  const isUnclear = observation.order === 'unclear' && run.state === 'ordering' && failure?.reason === 'refused';
  if (failure && isUnclear && !isSettling(flowOf(run, context.steady), context.steady.now())) {
    return continued(known, { ...problemFrom(failure, now), reason: 'order_unclear' });
  }
  if (failure) return continued(known, problemFrom(failure, now));
  const reason = stuckReason(flowOf(run, context.steady), observation, context.steady.now());
  if (reason === undefined) return keptProblem(run);
  if (known?.reason === reason) return known;
  // The message is what the provider says about the problem: a status says nothing about an order.
  const message = reason === 'server_error' ? (observation.server?.status ?? null) : null;
  return { reason, message, at: toIso(now) };
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
  'price_changed',
  'over_budget',
  'not_done',
  'left_off',
];
