import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { asking } from '../asking.ts';
import { connectServer } from '../connection.ts';
import { numberOf } from '../servers/servers.ts';
import { storedOrder } from './look.ts';

/** The pending order as the provider tells it now; nothing is stored. */
export const checkUpgradeOrder: Handler<typeof contract.hosting.checkUpgradeOrder> = async (
  context,
  { serviceid },
  { caller },
) => {
  const { connected, server } = await connectServer(context, caller.user.tenantId, serviceid);
  const { order } = await asking(connected.provider.checkUpgradeOrder({ serviceid: numberOf(server) }));
  return { order: order && storedOrder(order) };
};
