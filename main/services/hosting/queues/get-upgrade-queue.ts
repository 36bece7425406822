import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { presentQueue, requireQueue } from './queues.ts';

export const getUpgradeQueue: Handler<typeof contract.hosting.getUpgradeQueue> = async (
  context,
  { queue_id },
  { caller },
) => presentQueue(context, await requireQueue(context.db.read, caller.principal.tenantId, queue_id));
