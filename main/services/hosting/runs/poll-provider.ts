import { observe } from '#shared/flows/upgrade-observation.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import { findServer } from '../../../storage/store/hosting/servers.ts';
import { type RunRow, recordPoll, type SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { problemShape } from '../../../storage/store/stored-shapes.ts';
import type { AppContext } from '../../context.ts';
import { systemTransaction } from '../../system-transaction.ts';
import type { HostingContext } from '../hosting-context.ts';
import { refreshServer } from '../servers/servers.ts';
import { changeBy } from './event-change.ts';
import { fetchObservation } from './fetch-observation.ts';
import { moveRun, systemRunActor } from './move-run.ts';
import { priceEnded } from './price-ended.ts';
import { problemAfter } from './run-problem.ts';
import { flowOf, reloadRun } from './runs.ts';

/**
 * Polls the provider and moves a run to the state that the response proves; without proof the run stays. Stores a
 * failed poll with the run. Never sends a request that changes anything. `onMove` records who asked for a poll that moves it.
 */
export const pollProvider = async (
  context: AppContext,
  hosting: HostingContext,
  run: RunRow,
  onMove: (tx: WriteTransaction) => Promise<void> = async () => {},
): Promise<SeenRunRow> => {
  const { db, clock, steady } = context;
  const seen = await fetchObservation(hosting, run, steady);
  const now = clock.now();
  const { event, suspicion } = observe(flowOf(run, steady), seen.observation, steady.now());
  await systemTransaction(context, { tenant: run.tenant_id }, async (tx) => {
    const server = await findServer(tx, hosting.scope, run.service_id);
    if (server && seen.serverReading) await refreshServer(tx, server, seen.serverReading, now);
    if (event) {
      await onMove(tx);
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
