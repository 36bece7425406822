import type { RunEvent } from '#shared/flows/upgrade-flow.ts';
import { AppError } from '#shared/texts/errors.ts';
import { ProviderError } from '../../../provider/provider-error.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import {
  changeRun,
  type RunChange,
  type RunRow,
  recordPoll,
  type SeenRunRow,
} from '../../../storage/store/hosting/upgrade-runs.ts';
import { problemShape } from '../../../storage/store/stored-shapes.ts';
import type { AppContext } from '../../context.ts';
import { systemTransaction, systemWrite } from '../../system-transaction.ts';
import type { HostingContext } from '../hosting-context.ts';
import { providerFailure } from '../provider-errors.ts';
import { type ActingRunActor, moveRun, systemRunActor } from './move-run.ts';
import { pollProvider } from './poll-provider.ts';
import { type AuditedRunAction, type OwnDetails, type RunActor, recordRun } from './record-run.ts';
import { problemFrom } from './run-problem.ts';
import { reloadRun } from './runs.ts';

/** A call that changes something at the provider, with the events of its flow. */
export interface ProviderCall {
  /** Moves the run before the call is sent; only the caller that moves it sends. */
  intended: RunEvent;
  /** Checked in the same transaction. */
  requires?: (tx: WriteTransaction) => Promise<void>;
  /** Moves the run if the provider refused, or the call certainly never reached it. */
  refused: RunEvent;
  /** Moves the run based on the response alone, if there is nothing to poll. */
  accepted?: RunEvent;
  send: () => Promise<unknown>;
  /** What the answer says that has to be stored with it. */
  told?: () => RunChange;
}

const isConflict = (error: unknown): boolean => error instanceof AppError && error.key === 'STATE_CONFLICT';

/** Stores why a run makes no progress. The run itself stays as it was reviewed. */
export const recordProblem = (context: AppContext, run: RunRow, problem: RunRow['problem']): Promise<unknown> => {
  const { checked_at, suspicion, suspected_at } = run;
  return recordPoll(systemWrite(context, run.tenant_id), run, { checked_at, suspicion, suspected_at, problem });
};

/** Performs a step after a call; if someone else has already done it, that is fine. */
const unlessMoved = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!isConflict(error)) throw error;
  });

/**
 * Sends a call whose intent is stored. Polls for whatever the response does not prove. A call with an unknown outcome
 * leaves the run in its -ing state and is never sent again.
 * @throws AppError PROVIDER_… if the provider certainly has not done it
 */
export const sendIntended = async (
  context: AppContext,
  hosting: HostingContext,
  run: RunRow,
  { refused, accepted, send, told }: Omit<ProviderCall, 'intended' | 'requires'>,
): Promise<SeenRunRow> => {
  const { db, clock } = context;
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const problem = problemShape.write(problemFrom(error, clock.now()));
    if (!error.mayHaveHappened) {
      await unlessMoved(
        systemTransaction(context, { tenant: run.tenant_id }, (tx) =>
          moveRun(context, tx, run, refused, systemRunActor(run), { problem }),
        ),
      );
      throw providerFailure(error);
    }
    await changeRun(systemWrite(context, run.tenant_id), run, { problem });
    return reloadRun(db.read, run);
  }
  if (accepted) {
    await unlessMoved(
      systemTransaction(context, { tenant: run.tenant_id }, (tx) =>
        moveRun(context, tx, run, accepted, systemRunActor(run)),
      ),
    );
    return pollProvider(context, hosting, await reloadRun(db.read, run));
  }
  await changeRun(systemWrite(context, run.tenant_id), run, { ...told?.(), accepted: 1 });
  return pollProvider(context, hosting, await reloadRun(db.read, run));
};

/**
 * Stores an intent and sends its call. Of several concurrent callers, only one sends.
 * @throws AppError STATE_CONFLICT if someone else was first, or as `requires` does; PROVIDER_… if the provider certainly has not done it
 */
export const callProvider = async (
  context: AppContext,
  hosting: HostingContext,
  run: RunRow,
  runActor: ActingRunActor,
  call: ProviderCall,
  change: RunChange = {},
): Promise<SeenRunRow> => {
  const intended = await runActor.transaction(async (tx) => {
    await call.requires?.(tx);
    return moveRun(context, tx, run, call.intended, runActor, change);
  });
  return sendIntended(context, hosting, intended, call);
};

/**
 * Records what a caller has done at the provider, apart from the run's flow. It has happened, so it is recorded even if
 * the caller lost their rights meanwhile.
 */
export const recordDone = <Action extends AuditedRunAction>(
  context: AppContext,
  run: RunRow,
  runActor: RunActor<Action>,
  details: OwnDetails<Action>,
  note?: (tx: WriteTransaction) => Promise<unknown>,
): Promise<void> =>
  systemTransaction(context, { tenant: run.tenant_id }, async (tx) => {
    await note?.(tx);
    await recordRun(context, tx, run, runActor, details);
  });
