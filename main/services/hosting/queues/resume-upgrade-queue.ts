import type { contract } from '#shared/contract/index.ts';
import { runActionOf } from '#shared/flows/upgrade-queue.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findProviderSettings } from '../../../storage/store/hosting/provider-settings.ts';
import { changeQueue } from '../../../storage/store/hosting/upgrade-queues.ts';
import { queueItemsOf } from '../../../storage/store/stored-columns.ts';
import { queueItemsShape } from '../../../storage/store/stored-shapes.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { movedMeanwhile } from '../runs/runs.ts';
import { providerTarget } from '../targets.ts';
import { requireAcceptable, requireQueueable } from './queue-checks.ts';
import { presentQueue, requireQueue, requireReviewed } from './queues.ts';

/** Continues with what was reviewed again. What is ordered already stays as it is. */
export const resumeUpgradeQueue: Handler<typeof contract.hosting.resumeUpgradeQueue> = async (
  context,
  { queue_id, runs: reviewed, accept_over_budget },
  { caller, client, transaction },
) => {
  const { db } = context;
  const { tenantId } = caller.principal;
  await transaction(async (tx, { user }) => {
    const queue = await requireQueue(tx, tenantId, queue_id);
    if (queue.state !== 'stopped') throw new AppError('STATE_CONFLICT', { reason: 'queue_not_stopped' });
    const items = queueItemsOf(queue);
    const versions = new Map(reviewed.map(({ run_id, version }) => [run_id, version]));
    if (reviewed.some(({ run_id }) => !items.some((item) => item.run_id === run_id))) throw new AppError('NOT_FOUND');
    const scope = { tenantId, mode: queue.mode };
    const runs = await requireReviewed(context, tx, scope, reviewed, runActionOf[queue.action]);
    const settings = await findProviderSettings(tx, tenantId);
    const asked = { action: queue.action, accept_over_budget };
    await requireAcceptable(tx, scope, settings, asked, runs);
    for (const run of runs) requireQueueable(context, run, settings, asked);
    const isDone = await changeQueue(tx, queue, {
      state: 'running',
      problem: null,
      items: queueItemsShape.write(
        items.map((item) => ({ ...item, version: versions.get(item.run_id) ?? item.version })),
      ),
      accept_over_budget: accept_over_budget ? 1 : 0,
      started_by: user.id,
    });
    if (!isDone) throw movedMeanwhile();
    const target = providerTarget(tenantId, queue.mode);
    const details = { queue_id, runs: runs.length, step: queue.action };
    await recordEvent(context, tx, { action: 'resumeUpgradeQueue', actor: user, client, target, details });
  });
  return presentQueue(context, await requireQueue(db.read, tenantId, queue_id));
};
