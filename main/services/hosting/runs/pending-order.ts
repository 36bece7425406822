import { fromMinor, toMinor } from '#shared/flows/money.ts';
import { toIso } from '../../../platform/clock.ts';
import type { UpgradeOrder } from '../../../provider/actions.ts';
import { ProviderError } from '../../../provider/provider-error.ts';
import type { RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { problemShape, type StoredOrder } from '../../../storage/store/stored-shapes.ts';
import type { HostingContext } from '../hosting-context.ts';

/** The order as stored: the provider's total, with two decimals. */
export const storedOrder = ({ id, orderid, invoiceid, duedate, total, currency }: UpgradeOrder): StoredOrder => ({
  id,
  orderid,
  invoiceid,
  duedate,
  total: total === null ? null : fromMinor(toMinor(total)),
  currency,
});

interface OrderAnswer {
  order: UpgradeOrder | null;
  /** The provider refused to answer, in words that we don't know: it may mean that there is no order. */
  unclear?: ProviderError;
}

/**
 * Asks for the pending order.
 * @throws ProviderError if the answer says nothing about orders at all
 */
export const askForOrder = async ({ provider }: HostingContext, serviceId: string): Promise<OrderAnswer> => {
  try {
    return await provider.checkUpgradeOrder({ serviceid: serviceId });
  } catch (error) {
    if (error instanceof ProviderError && error.reason === 'refused') return { order: null, unclear: error };
    throw error;
  }
};

/** Like {@link askForOrder}. Where changes need no order, there is none. */
export const pendingOrderOf = async (hosting: HostingContext, serviceId: string): Promise<OrderAnswer> =>
  hosting.provider.capabilities.changes === 'order' ? askForOrder(hosting, serviceId) : { order: null };

/** The problem of a run that can't order, because it isn't known whether an order is pending. */
export const orderUnclear = ({ providerMessage }: ProviderError, now: number): NonNullable<RunRow['problem']> =>
  problemShape.write({ reason: 'order_unclear', message: providerMessage, at: toIso(now) });

/** The total of an order in cents; null if the provider tells none. */
export const totalOf = ({ total }: Pick<StoredOrder, 'total'>): number | null =>
  total === null ? null : toMinor(total);
