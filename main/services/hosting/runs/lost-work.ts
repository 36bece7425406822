import { runTimesMs } from '#shared/flows/hosting.ts';
import { toIso } from '../../../platform/clock.ts';
import type { Queries } from '../../../storage/database/schema.ts';
import { changeRun, listChoosingWithProblem, type RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { problemOf } from '../../../storage/store/stored-columns.ts';
import { problemShape } from '../../../storage/store/stored-shapes.ts';
import type { SystemContext } from '../../context.ts';

/** Since when a request goes on behind its answer; undefined if none does. */
const goingOnSince = (run: RunRow): number | undefined => {
  const problem = problemOf(run);
  return problem?.reason === 'going_on' ? Date.parse(problem.at) : undefined;
};

/** Whether any order goes on behind its answer, so that its process may end before it is sent. */
export const hasWorkGoingOn = async (db: Queries): Promise<boolean> =>
  (await listChoosingWithProblem(db)).some((run) => goingOnSince(run) !== undefined);

/** Whether the process that a request went on in has ended. Another instance may still work on it, for a while. */
const isLost = (run: RunRow, { db, steady }: SystemContext): boolean => {
  const since = goingOnSince(run);
  if (since === undefined) return false;
  return (!db.isShared && since < steady.startedAt) || steady.now() - since > runTimesMs.goingOn;
};

/**
 * Tells of orders that were answered with 202 and never sent, because their process ended before. What was sent is looked
 * up instead. The new version keeps whoever may still work on it from sending after all.
 */
export const tellLostWork = async (context: SystemContext): Promise<void> => {
  const { db, clock, log } = context;
  for (const run of await listChoosingWithProblem(db.read)) {
    if (!isLost(run, context)) continue;
    const problem = problemShape.write({ reason: 'not_done', message: null, at: toIso(clock.now()) });
    if (await changeRun(db.writeFor(run.tenant_id), run, { problem })) {
      log.warn({ run_id: run.id }, 'an order was not sent before its process ended');
    }
  }
};
