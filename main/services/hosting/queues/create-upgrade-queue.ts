import type { contract } from '#shared/contract/index.ts';
import { capabilitiesOf } from '#shared/flows/hosting-providers.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../../platform/app-error.ts';
import { findProviderSettings } from '../../../storage/store/hosting/provider-settings.ts';
import { insertQueue, type QueueRow } from '../../../storage/store/hosting/upgrade-queues.ts';
import { queueItemsShape } from '../../../storage/store/stored-shapes.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { findScope, providerOf } from '../hosting-context.ts';
import { providerTarget } from '../targets.ts';
import { presentQueue, requireAllWithinBudget, requireQueue, requireReviewed } from './queues.ts';

/** Stores what was reviewed. The job that looks after open runs places the orders. */
export const createUpgradeQueue: Handler<typeof contract.hosting.createUpgradeQueue> = async (
  context,
  { runs: reviewed, accept_over_budget },
  { client, transaction },
) => {
  const { db, clock, ids } = context;
  const queue = await transaction(async (tx, { user }) => {
    const scope = found(await findScope(tx, user.tenantId));
    const runs = await requireReviewed(context, tx, scope, reviewed);
    const settings = await findProviderSettings(tx, user.tenantId);
    if (settings && capabilitiesOf(providerOf(settings)).changes !== 'order') {
      throw new AppError('STATE_CONFLICT', { reason: 'queue_needs_orders' });
    }
    if (!accept_over_budget) await requireAllWithinBudget(tx, scope, settings?.monthly_budget ?? null, runs);
    const row: QueueRow = {
      id: ids.id('queue'),
      tenant_id: scope.tenantId,
      mode: scope.mode,
      state: 'running',
      version: 0,
      items: queueItemsShape.write(reviewed),
      accept_over_budget: accept_over_budget ? 1 : 0,
      problem: null,
      started_by: user.id,
      started_at: clock.now(),
      ended_at: null,
    };
    if (!(await insertQueue(tx, row))) throw new AppError('STATE_CONFLICT', { reason: 'queue_open' });
    const target = providerTarget(scope.tenantId, scope.mode);
    const details = { queue_id: row.id, runs: runs.length };
    await recordEvent(context, tx, { action: 'createUpgradeQueue', actor: user, client, target, details });
    return row;
  });
  return presentQueue(context, await requireQueue(db.read, queue.tenant_id, queue.id));
};
