import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadServerContext } from '../hosting-context.ts';
import { presentOrder } from '../present-stored.ts';
import { mapProviderErrors } from '../provider-errors.ts';
import { storedOrder } from './pending-order.ts';

/** The pending order as the provider reports it now; nothing is stored. */
export const checkUpgradeOrder: Handler<typeof contract.hosting.checkUpgradeOrder> = async (
  context,
  { serviceid: serviceId },
  { caller },
) => {
  const { hosting, server } = await loadServerContext(context, caller.principal.tenantId, serviceId);
  const { order } = await mapProviderErrors(hosting.provider.checkUpgradeOrder({ serviceid: server.service_id }));
  return { order: order && presentOrder(storedOrder(order)) };
};
