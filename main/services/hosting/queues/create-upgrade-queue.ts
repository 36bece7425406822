import type { contract } from '#shared/contract/index.ts';
import { runActionOf } from '#shared/flows/upgrade-queue.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { found } from '../../../platform/app-error.ts';
import { findProviderSettings } from '../../../storage/store/hosting/provider-settings.ts';
import { insertQueue, type QueueRow } from '../../../storage/store/hosting/upgrade-queues.ts';
import { queueItemsShape } from '../../../storage/store/stored-shapes.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { findScope } from '../hosting-context.ts';
import { providerTarget } from '../targets.ts';
import { requireAcceptable, requireQueueable } from './queue-checks.ts';
import { presentQueue, requireQueue, requireReviewed } from './queues.ts';

/** Stores what was reviewed. The job that looks after open runs takes the steps. */
export const createUpgradeQueue: Handler<typeof contract.hosting.createUpgradeQueue> = async (
  context,
  { runs: reviewed, action, health_check, accept_over_budget },
  { client, transaction },
) => {
  const { db, clock, ids } = context;
  if (health_check && action !== 'confirm') {
    throw new AppError('VALIDATION_FAILED', { errors: [fieldError('health_check', { reason: 'invalid' })] });
  }
  const queue = await transaction(async (tx, { user }) => {
    const scope = found(await findScope(tx, user.tenantId));
    const runs = await requireReviewed(context, tx, scope, reviewed, runActionOf[action]);
    const settings = await findProviderSettings(tx, user.tenantId);
    const asked = { action, accept_over_budget };
    await requireAcceptable(tx, scope, settings, asked, runs);
    for (const run of runs) requireQueueable(context, run, settings, asked);
    const row: QueueRow = {
      id: ids.id('queue'),
      tenant_id: scope.tenantId,
      mode: scope.mode,
      state: 'running',
      version: 0,
      action,
      health_check: health_check?.by ?? null,
      health_port: health_check?.port ?? null,
      health_path: health_check?.by === 'http' ? health_check.path : null,
      items: queueItemsShape.write(reviewed.map((run) => ({ ...run, left_out: false }))),
      accept_over_budget: accept_over_budget ? 1 : 0,
      problem: null,
      started_by: user.id,
      started_at: clock.now(),
      ended_at: null,
    };
    if (!(await insertQueue(tx, row))) throw new AppError('STATE_CONFLICT', { reason: 'queue_open' });
    const target = providerTarget(scope.tenantId, scope.mode);
    const details = { queue_id: row.id, runs: runs.length, step: action };
    await recordEvent(context, tx, { action: 'createUpgradeQueue', actor: user, client, target, details });
    return row;
  });
  return presentQueue(context, await requireQueue(db.read, queue.tenant_id, queue.id));
};
