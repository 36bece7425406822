import type { contract } from '#shared/contract/index.ts';
import { fromMinor, toMinor } from '#shared/flows/money.ts';
import { updateServer as storeServer } from '../../../storage/store/hosting/servers.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { findScope } from '../hosting-context.ts';
import { presentServer, requireServer, serverTarget, setServerCost } from './servers.ts';
import { storedTags, tagsOf } from './tags.ts';

/** Updates local notes only; nothing changes at the provider. */
export const updateServer: Handler<typeof contract.hosting.updateServer> = async (
  context,
  { serviceid: serviceId, label, approximate_cost, managed, tags },
  { client, transaction },
) => {
  return transaction(async (tx, caller) => {
    const scope = await findScope(tx, caller.principal.tenantId);
    const server = await requireServer(tx, scope, serviceId);
    const now = context.clock.now();
    const change = {
      ...(label !== undefined && { own_label: label }),
      ...(managed !== undefined && { managed: managed === null ? null : managed ? (1 as const) : (0 as const) }),
      ...(tags !== undefined && { tags: storedTags(tags) }),
      // The next sync takes the cost from the price list again.
      ...(approximate_cost === null && { cost_source: 'default' as const }),
    };
    if (Object.keys(change).length > 0) await storeServer(tx, server, change);
    const changed = { ...server, ...change };
    if (typeof approximate_cost === 'string') {
      await setServerCost(tx, changed, toMinor(approximate_cost), 'manual', now);
    }
    const after = await requireServer(tx, scope, serviceId);
    await recordEvent(context, tx, {
      action: 'updateServer',
      actor: caller.user,
      client,
      target: serverTarget(after),
      details: {
        label: after.own_label,
        managed: after.managed === null ? null : after.managed === 1,
        approximate_cost: fromMinor(after.approximate_cost),
        ...(tags !== undefined && { tags: tagsOf(after).join(', ') }),
      },
    });
    return presentServer(after);
  });
};
