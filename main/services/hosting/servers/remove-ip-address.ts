import type { contract } from '#shared/contract/index.ts';
import { updateIpAddress } from '../../../storage/store/hosting/smtp-ip-addresses.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { findScope } from '../hosting-context.ts';
import { ipAddressTarget } from '../targets.ts';
import { recordIpCost, requireIpAddress } from './ip-addresses.ts';

/** The address costs nothing from now on; earlier months keep its cost. */
export const removeIpAddress: Handler<typeof contract.hosting.removeIpAddress> = async (
  context,
  { ip_id },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const address = await requireIpAddress(tx, await findScope(tx, caller.principal.tenantId), ip_id);
    const now = context.clock.now();
    await updateIpAddress(tx, address, { removed_at: now });
    await recordIpCost(tx, address, null, now);
    await recordEvent(context, tx, {
      action: 'removeIpAddress',
      actor: caller.user,
      client,
      target: ipAddressTarget(address),
    });
  });
  return { success: true, message: 'IP address removed.' };
};
