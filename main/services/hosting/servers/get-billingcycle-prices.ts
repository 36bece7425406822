import type { contract } from '#shared/contract/index.ts';
import { fromMinor, monthlyCost } from '#shared/money.ts';
import type { Handler } from '../../handler.ts';
import { findScope, loadHostingContext } from '../hosting-context.ts';
import { mapProviderErrors } from '../provider-errors.ts';
import { requireNamedServer } from './ip-addresses.ts';

/** Each cycle with its price and what that is by the month. */
export const getBillingcyclePrices: Handler<typeof contract.hosting.getBillingcyclePrices> = async (
  context,
  { serviceid },
  { caller },
) => {
  const { tenantId } = caller.user;
  await requireNamedServer(context.db.read, await findScope(context.db.read, tenantId), serviceid);
  const { provider } = await loadHostingContext(context, tenantId);
  const prices = await mapProviderErrors(
    provider.getBillingcyclePrices(serviceid === undefined ? {} : { serviceid: Number(serviceid) }),
  );
  return {
    prices: prices.map(({ billingcycle, price, duedate }) => ({
      billingcycle,
      price,
      duedate,
      monthly: fromMinor(monthlyCost(price, billingcycle)),
    })),
  };
};
