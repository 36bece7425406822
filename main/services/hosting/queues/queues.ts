import type { z } from 'zod';
import type { reviewedRuns, upgradeQueue } from '#shared/contract/hosting/resources/upgrade-queues.ts';
import { fromMinor } from '#shared/flows/money.ts';
import type { RunAction } from '#shared/flows/upgrade-actions.ts';
import { queueStep } from '#shared/flows/upgrade-queue.ts';
import { erasedName } from '#shared/texts/audit.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../../platform/app-error.ts';
import { toIso } from '../../../platform/clock.ts';
import type { Queries } from '../../../storage/database/schema.ts';
import type { HostingScope } from '../../../storage/store/hosting/provider-settings.ts';
import { findQueue, type SeenQueueRow } from '../../../storage/store/hosting/upgrade-queues.ts';
import { findRuns, type SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { problemOf, queueItemsOf, queueProblemOf } from '../../../storage/store/stored-columns.ts';
import type { QueueItem } from '../../../storage/store/stored-shapes.ts';
import type { AppContext } from '../../context.ts';
import { findScope } from '../hosting-context.ts';
import { presentQueueProblem } from '../present-stored.ts';
import { movedMeanwhile, presentRun, requireAllowed } from '../runs/runs.ts';
import { healthCheckOf } from './health-check.ts';
import { addedCostOf } from './queue-checks.ts';

/** The runs of these items that still exist, in the same order. */
export const runsOf = async (
  db: Queries,
  scope: HostingScope,
  items: readonly Pick<QueueItem, 'run_id'>[],
): Promise<SeenRunRow[]> => {
  const found = await findRuns(
    db,
    scope,
    items.map(({ run_id }) => run_id),
  );
  const runs = new Map(found.map((run) => [run.id, run]));
  return items.map(({ run_id }) => runs.get(run_id)).filter((run) => run !== undefined);
};

export const presentQueue = async (
  { db, steady }: Pick<AppContext, 'db' | 'steady'>,
  queue: SeenQueueRow,
): Promise<z.output<typeof upgradeQueue>> => {
  const items = queueItemsOf(queue);
  const problem = queueProblemOf(queue);
  const runs = await runsOf(db.read, { tenantId: queue.tenant_id, mode: queue.mode }, items);
  const versions = new Map(items.map(({ run_id, version }) => [run_id, version]));
  const leftOut = items.filter((item) => item.left_out).map(({ run_id }) => run_id);
  const current = runs.find((run) => {
    const { state, version } = run;
    const seen = { state, version, problem: problemOf(run)?.reason ?? null };
    return !leftOut.includes(run.id) && queueStep(queue.action, seen, versions.get(run.id) ?? -1) !== 'next';
  });
  return {
    queue_id: queue.id,
    action: queue.action,
    health_check: healthCheckOf(queue),
    state: queue.state,
    version: queue.version,
    runs: runs.map((run) => presentRun(run, steady)),
    left_out: leftOut,
    current_run_id: queue.ended_at === null ? (current?.id ?? null) : null,
    delta_monthly: fromMinor(addedCostOf(runs)),
    problem: problem && presentQueueProblem(problem),
    started_by: queue.started_by_name ?? erasedName,
    started_at: toIso(queue.started_at),
    ended_at: queue.ended_at === null ? null : toIso(queue.ended_at),
  };
};

/** @throws AppError NOT_FOUND, also for another tenant's queue */
export const requireQueue = async (db: Queries, tenantId: string, id: string): Promise<SeenQueueRow> => {
  const scope = await findScope(db, tenantId);
  return found(scope && (await findQueue(db, scope, id)));
};

/**
 * The runs that an owner reviewed, exactly as they were reviewed.
 * @throws AppError NOT_FOUND, STATE_CONFLICT if that can't be done for one, or one has changed since
 */
export const requireReviewed = async (
  { steady }: Pick<AppContext, 'steady'>,
  db: Queries,
  scope: HostingScope,
  reviewed: z.output<typeof reviewedRuns>,
  action: RunAction,
): Promise<SeenRunRow[]> => {
  const runs = await runsOf(db, scope, reviewed);
  if (runs.length < new Set(reviewed.map(({ run_id }) => run_id)).size) throw new AppError('NOT_FOUND');
  for (const [index, run] of runs.entries()) {
    requireAllowed(run, action, steady);
    if (run.version !== reviewed[index]?.version || runs.indexOf(run) !== index) throw movedMeanwhile();
  }
  return runs;
};
