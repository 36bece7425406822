import { day } from '#shared/rules/limits.ts';
import { ProviderError } from '../../../provider/provider-error.ts';
import { listChangesWithoutOrder, type RunRow, recordLateOrder } from '../../../storage/store/hosting/upgrade-runs.ts';
import { orderOf } from '../../../storage/store/stored-columns.ts';
import { orderShape } from '../../../storage/store/stored-shapes.ts';
import type { SystemContext } from '../../context.ts';
import type { HostingContext } from '../hosting-context.ts';
import { recordInvoice } from './move-run.ts';
import { askForOrder, storedOrder } from './pending-order.ts';
import { remindOwners } from './remind-owners.ts';

/** For so long after a change, the provider is asked whether it has made an order for it. */
const lateMs = 2 * day;

/** Looks for an order that the provider shows since a change of cycle or level. */
const lookForOrder = async (context: SystemContext, hosting: HostingContext, run: RunRow): Promise<void> => {
  const { order } = await askForOrder(hosting, run.service_id);
  if (order === null || order.id === orderOf(run)?.id) return;
  const late = { provider_order: orderShape.write(storedOrder(order)), order_missing: 0 } as const;
  await context.db.transaction({ tenant: run.tenant_id }, async (tx) => {
    if (!(await recordLateOrder(tx, run, late))) return;
    const found: RunRow = { ...run, ...late };
    await recordInvoice(context, tx, found);
    if (order.invoiceid !== null) await remindOwners(context, tx, found, 'change_invoice');
  });
};

/**
 * Looks again for the orders of changes that left none: the seed doesn't say whether a change makes one, nor when. Whatever
 * can't be asked now is asked the next time.
 */
export const findLateOrders = async (context: SystemContext, hosting: HostingContext): Promise<void> => {
  if (hosting.provider.capabilities.changes !== 'order') return;
  const { clock, db, log } = context;
  for (const run of await listChangesWithoutOrder(db.read, hosting.scope, clock.now() - lateMs)) {
    try {
      await lookForOrder(context, hosting, run);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ run_id: run.id, reason: error.reason }, 'it is not known whether a change made an order');
    }
  }
};
