import type { contract } from '#shared/contract/index.ts';
import { fromMinor, monthlyCost } from '#shared/flows/money.ts';
import type { Handler } from '../../handler.ts';
import { findScope, loadHostingContext } from '../hosting-context.ts';
import { mapProviderErrors } from '../provider-errors.ts';
import { requireNamedServer } from './ip-addresses.ts';

/** Each cycle with its price and the monthly equivalent. */
export const getBillingcyclePrices: Handler<typeof contract.hosting.getBillingcyclePrices> = async (
  context,
  { serviceid: serviceId },
  { caller },
) => {
  const { tenantId } = caller.principal;
  await requireNamedServer(context.db.read, await findScope(context.db.read, tenantId), serviceId);
  const { provider } = await loadHostingContext(context, tenantId);
  const prices = await mapProviderErrors(
    provider.getBillingcyclePrices(serviceId === undefined ? {} : { serviceid: serviceId }),
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
