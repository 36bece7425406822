import type { contract } from '#shared/contract/index.ts';
import { fromMinor, toMinor } from '#shared/flows/money.ts';
import * as store from '../../../storage/store/hosting/smtp-ip-addresses.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { findScope } from '../hosting-context.ts';
import { ipAddressTarget } from '../targets.ts';
import { presentIpAddress, recordIpCost, requireIpAddress, requireNamedServer } from './ip-addresses.ts';

/** Omitted fields stay unchanged. */
export const updateIpAddress: Handler<typeof contract.hosting.updateIpAddress> = async (
  context,
  { ip_id, label, serviceid: serviceId, approximate_cost },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const scope = await findScope(tx, caller.principal.tenantId);
    const before = await requireIpAddress(tx, scope, ip_id);
    await requireNamedServer(tx, scope, serviceId);
    const after = {
      ...before,
      label: label ?? before.label,
      service_id: serviceId === undefined ? before.service_id : serviceId,
      approximate_cost: approximate_cost === undefined ? before.approximate_cost : toMinor(approximate_cost),
    };
    const { label: newLabel, service_id, approximate_cost: cost } = after;
    await store.updateIpAddress(tx, before, { label: newLabel, service_id, approximate_cost: cost });
    if (cost !== before.approximate_cost && before.unlisted_at === null)
      await recordIpCost(tx, after, cost, context.clock.now());
    await recordEvent(context, tx, {
      action: 'updateIpAddress',
      actor: caller.user,
      client,
      target: ipAddressTarget(after),
      details: { label: newLabel, approximate_cost: fromMinor(cost), serviceid: service_id },
    });
    return presentIpAddress(after);
  });
