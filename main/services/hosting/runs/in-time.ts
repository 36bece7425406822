import { isOpen, type RunProblemReason } from '#shared/flows/upgrade-flow.ts';
import { AppError } from '#shared/texts/errors.ts';
import { toIso } from '../../../platform/clock.ts';
import { ProviderError } from '../../../provider/provider-error.ts';
import type { RunRow, SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { problemOf } from '../../../storage/store/stored-columns.ts';
import { problemShape } from '../../../storage/store/stored-shapes.ts';
import type { AppContext } from '../../context.ts';
import type { HostingContext } from '../hosting-context.ts';
import { outlasting, within } from '../outlasting.ts';
import { recordProblem } from './call-provider.ts';
import { problemFrom } from './run-problem.ts';
import { reloadRun } from './runs.ts';

/** Reasons of refusals that a run shows as its problem. Any other means that nothing was done. */
const shownReasons = ['price_changed', 'over_budget'] as const satisfies readonly RunProblemReason[];

/** What has moved nothing leaves the run with the problem that it had: the next poll sees if that lasts. */
const recordEnd = async (context: AppContext, run: RunRow, before: RunRow['problem']): Promise<void> => {
  const current = await reloadRun(context.db.read, run);
  if (problemOf(current)?.reason === 'going_on') await recordProblem(context, current, before);
};

/** Records why nothing came of a change that went on after its caller was answered. */
const recordFailure = async (context: AppContext, run: RunRow, error: unknown): Promise<void> => {
  context.log.warn({ run_id: run.id, err: error }, 'a change that its caller no longer waited for was not made');
  const current = await reloadRun(context.db.read, run);
  const known = problemOf(current);
  if (!isOpen(current.state) || (known && known.reason !== 'going_on')) return;
  const now = context.clock.now();
  const { cause } = error as Error;
  const refusal = error instanceof AppError ? error.details.reason : undefined;
  const reason = shownReasons.find((shown) => shown === refusal);
  // Someone else was first: the run shows what they did.
  if (!(cause instanceof ProviderError) && !reason && current.version !== run.version) return;
  const problem =
    cause instanceof ProviderError
      ? problemFrom(cause, now)
      : { reason: reason ?? ('not_done' as const), message: null, at: toIso(now) };
  await recordProblem(context, current, problemShape.write(problem));
};

/**
 * Works on a run for a caller who waits. If it takes too long, the caller gets the run as it is, which says that the work
 * goes on; what comes of it shows there later (DECISION 0117).
 * @throws as `work` does
 */
export const inTime = async (
  context: AppContext,
  { patience }: Pick<HostingContext, 'patience'>,
  run: RunRow,
  work: (context: AppContext) => Promise<SeenRunRow>,
): Promise<SeenRunRow> => {
  const lasting = outlasting(context, run.tenant_id);
  const going = context.inFlight.run(() => work(lasting));
  const done = await within(patience, going);
  if (done) return done;
  const current = await reloadRun(lasting.db.read, run);
  const problem = { reason: 'going_on' as const, message: null, at: toIso(context.clock.now()) };
  // Of two requests, the first one that goes on has stored what the run showed before.
  const isTold = problemOf(current)?.reason === 'going_on';
  if (!isTold) await recordProblem(lasting, current, problemShape.write(problem));
  void context.inFlight.run(() =>
    going.then(
      () => recordEnd(lasting, run, isTold ? null : current.problem),
      (error: unknown) => recordFailure(lasting, run, error),
    ),
  );
  return reloadRun(lasting.db.read, run);
};
