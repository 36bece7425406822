import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { changeQueue } from '../../../storage/store/hosting/upgrade-queues.ts';
import { findRuns } from '../../../storage/store/hosting/upgrade-runs.ts';
import { queueItemsOf } from '../../../storage/store/stored-columns.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { callerRunActor, moveRun } from '../runs/move-run.ts';
import { movedMeanwhile } from '../runs/runs.ts';
import { providerTarget } from '../targets.ts';
import { presentQueue, requireQueue } from './queues.ts';

/** What is done already stays: an order is cancelled at the provider. Only upgrades that aren't ordered end with it. */
export const cancelUpgradeQueue: Handler<typeof contract.hosting.cancelUpgradeQueue> = async (
  context,
  { queue_id },
  call,
) => {
  const { db, clock } = context;
  const { tenantId } = call.caller.user;
  await call.transaction(async (tx, { user }) => {
    const queue = await requireQueue(tx, tenantId, queue_id);
    if (queue.ended_at !== null) throw new AppError('STATE_CONFLICT', { reason: 'queue_ended' });
    if (!(await changeQueue(tx, queue, { state: 'cancelled', ended_at: clock.now() }))) throw movedMeanwhile();
    const ids = queueItemsOf(queue).map(({ run_id }) => run_id);
    const found = queue.action === 'order' ? await findRuns(tx, { tenantId, mode: queue.mode }, ids) : [];
    const runs = found.filter(({ state }) => state === 'choosing');
    for (const run of runs) await moveRun(context, tx, run, 'cancelled', callerRunActor(call, 'cancelUpgradeRun'));
    await recordEvent(context, tx, {
      action: 'cancelUpgradeQueue',
      actor: user,
      client: call.client,
      target: providerTarget(tenantId, queue.mode),
      details: { queue_id, runs: runs.length, step: queue.action },
    });
  });
  return presentQueue(context, await requireQueue(db.read, tenantId, queue_id));
};
