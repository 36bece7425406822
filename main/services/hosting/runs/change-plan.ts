import {
  type ChangeProgress,
  type ChangeStep,
  nextChangeStep,
  withRefusal,
  withStep,
} from '#shared/flows/immediate-change.ts';
import { AppError } from '#shared/texts/errors.ts';
import { toIso } from '../../../platform/clock.ts';
import { ProviderError } from '../../../provider/provider-error.ts';
import { changeRun, type SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { problemOf } from '../../../storage/store/stored-columns.ts';
import { changeProgressShape, problemShape } from '../../../storage/store/stored-shapes.ts';
import type { AppContext } from '../../context.ts';
import type { HostingContext } from '../hosting-context.ts';
import { mapProviderErrors } from '../provider-errors.ts';
import { agreeAgain } from './agree-again.ts';
import { callProvider } from './call-provider.ts';
import type { ActingRunActor } from './move-run.ts';
import { changeOf } from './observed-change.ts';
import { recordRun } from './record-run.ts';
import { problemFrom } from './run-problem.ts';
import { movedMeanwhile, reloadRun } from './runs.ts';

/**
 * Begins to change a server to a run's plan: reads the price again, stores the first step, and sends it. The job that
 * looks after open runs sends the others.
 * @throws AppError STATE_CONFLICT, PLAN_NOT_OFFERED, DISK_CANNOT_SHRINK, PROVIDER_…
 */
export const changePlan = async (
  context: AppContext,
  hosting: HostingContext,
  run: SeenRunRow,
  runActor: ActingRunActor,
  acceptsOverBudget: boolean,
): Promise<SeenRunRow> => {
  const { provider } = hosting;
  const { choice, agreed, requires } = await agreeAgain(context, hosting, run, runActor, acceptsOverBudget);
  const serviceid = run.service_id;
  const seen = await mapProviderErrors(provider.getChange({ serviceid, after: null }));
  const { rid: from, latest: after } = seen;
  const before: ChangeProgress = { from, after, sent: null, changed: false, tries: 0, refused: null, task: null };
  const now = context.steady.now();
  // Its tasks so far belong to other changes.
  const step = nextChangeStep(before, { ...seen, change: 'none', wasAsked: false }, now);
  if (step === undefined) throw new AppError('STATE_CONFLICT', { reason: 'server_locked' });
  return callProvider(
    context,
    hosting,
    run,
    runActor,
    {
      intended: 'apply_intended',
      requires,
      refused: 'apply_refused',
      send: () => provider.takeStep({ serviceid, rid: choice.rid, step }),
    },
    { ...agreed, agreed_total: null, change_progress: changeProgressShape.write(withStep(before, step, now)) },
  );
};

/** Stores that a step is intended. Of several who would send it, only one gets further. @throws AppError STATE_CONFLICT */
const intendStep = (
  context: AppContext,
  run: SeenRunRow,
  runActor: ActingRunActor<'advanceUpgradeRun'>,
  progress: ChangeProgress,
  step: ChangeStep,
): Promise<SeenRunRow> =>
  runActor.transaction(async (tx) => {
    const { version, seen_version } = run;
    const change = {
      change_progress: changeProgressShape.write(progress),
      problem: run.problem,
      // A step isn't news to those who have seen the run.
      ...(seen_version === version && { seen_version: version + 1 }),
    };
    if (!(await changeRun(tx, run, change))) throw movedMeanwhile();
    await recordRun(context, tx, run, runActor, { step });
    return reloadRun(tx, run);
  });

/**
 * Reads how far a change has come, and sends the next step, if it is time. Each step is sent once; whatever its answer
 * was, the next reading decides what follows.
 * @throws AppError STATE_CONFLICT if someone else has moved the run meanwhile
 */
export const continueChange = async (
  context: AppContext,
  hosting: HostingContext,
  run: SeenRunRow,
  runActor: ActingRunActor<'advanceUpgradeRun'>,
): Promise<SeenRunRow> => {
  const { db, clock, steady } = context;
  const { provider } = hosting;
  const change = changeOf(run, steady);
  if (!change) return run;
  const { progress, wanted } = change;
  const serviceid = run.service_id;
  const seen = await mapProviderErrors(provider.getChange({ serviceid, after: progress.after }));
  const step = nextChangeStep(progress, seen, steady.now());
  if (!step) return run;
  const intended = withStep(progress, step, steady.now());
  // It was asked before, and is off nevertheless.
  const isLeftOff = step === 'power_on' && progress.sent?.step === 'power_on';
  const known = problemOf(run)?.reason === 'left_off' ? run.problem : null;
  const told = { reason: 'left_off' as const, message: null, at: toIso(clock.now()) };
  const problem = isLeftOff ? (known ?? problemShape.write(told)) : run.problem;
  const stored = await intendStep(context, { ...run, problem }, runActor, intended, step);
  try {
    await provider.takeStep({ serviceid, rid: wanted, step });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { passes, providerMessage: message, mayHaveHappened } = error;
    const isRefused = step === 'change_plan' && !mayHaveHappened;
    const problem = problemFrom(error, clock.now());
    const isLeftOff = step === 'power_on' && !mayHaveHappened;
    const outcome = {
      problem: problemShape.write(isLeftOff ? { ...problem, reason: 'left_off' } : problem),
      ...(isRefused && { change_progress: changeProgressShape.write(withRefusal(intended, { passes, message })) }),
    };
    // Someone who has stopped tracking it meanwhile doesn't want to know.
    await runActor.transaction((tx) => changeRun(tx, stored, outcome));
  }
  return reloadRun(db.read, run);
};
