import type { BillingCycle } from '#shared/flows/hosting.ts';
import { monthlyCost } from '#shared/flows/money.ts';
import { currentPrice } from '#shared/flows/plan-quote.ts';
import { day, serverLimits } from '#shared/rules/limits.ts';
import { remainingWait } from '../../../platform/remaining-wait.ts';
import type { PriceList } from '../../../provider/price-list.ts';
import { ProviderError } from '../../../provider/provider-error.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import { recordCurrency } from '../../../storage/store/hosting/provider-settings.ts';
import {
  findServer,
  type SeenServerRow,
  type ServerRow,
  updateServer,
} from '../../../storage/store/hosting/servers.ts';
import { sizesOf } from '../../../storage/store/stored-columns.ts';
import type { AppContext } from '../../context.ts';
import type { Transact } from '../../handler.ts';
import type { HostingContext } from '../hosting-context.ts';
import { mapProviderErrors } from '../provider-errors.ts';
import { cycleOf, isManaged, setServerCost } from './servers.ts';

/** Which price list applies to a server: of its kind of disk and its service level. */
export const listOf = (server: ServerRow, managed = isManaged(server)) => ({
  serviceid: server.service_id,
  managed,
  ...(server.drive_type !== null && { drive_type: server.drive_type }),
});

/** What a server costs per month on the plan that a list shows as the current one; null if it doesn't say. */
const costIn = (plans: PriceList['plans'], server: ServerRow, cycle: BillingCycle): number | null => {
  const present = plans.find(({ current }) => current === 1);
  const price = present && currentPrice(present, sizesOf(server), cycle);
  return price === undefined ? null : monthlyCost(price, cycle);
};

/** A server's monthly cost on its current plan, by cycle and service level; null if unknown. */
export const monthlyPrice = async (
  { provider }: HostingContext,
  server: ServerRow,
  cycle: BillingCycle,
  managed: boolean,
): Promise<number | null> => {
  const { plans } = await mapProviderErrors(provider.getPriceList(listOf(server, managed)));
  return costIn(plans, server, cycle);
};

/** Everything that a price depends on. */
const pricedBy = (server: ServerRow): string =>
  JSON.stringify([server.product_name, server.sizes, cycleOf(server), isManaged(server), server.drive_type]);

/** Prices change: read them again after this. */
const priceAgeMs = 1 * day;

/** Whether a server's cost was never read, read for something that it no longer is, or long ago. */
export const needsPrice = (server: ServerRow, now: number): boolean =>
  server.cost_source !== 'manual' &&
  (server.cost_source === 'default' ||
    server.priced_for !== pricedBy(server) ||
    remainingWait(server.cost_updated_at + priceAgeMs, now, priceAgeMs) === 0);

/**
 * Servers with the same price list, where the same plan is the current one. DECISION 0277: of a plan that the provider
 * doesn't name, a server is like no other.
 */
export const samePlanOf =
  ({ provider }: HostingContext) =>
  (server: ServerRow): string =>
    provider.capabilities.planPrices && server.product_name !== null
      ? JSON.stringify([server.product_name, server.sizes, isManaged(server), server.drive_type])
      : server.service_id;

/** Sets the cost of one server from the price list of its plan; keeps it if the list has no price (seed 001 §1). */
const setPrice = async (
  tx: WriteTransaction,
  { scope }: HostingContext,
  server: SeenServerRow,
  { plans }: Pick<PriceList, 'plans'>,
  now: number,
): Promise<void> => {
  // Someone may have entered a cost while the provider took its time.
  const stored = await findServer(tx, scope, server.service_id);
  if (stored?.cost_source === 'manual') return;
  const cost = costIn(plans, server, cycleOf(server));
  if (cost !== null) await setServerCost(tx, server, cost, 'price_list', now);
  await updateServer(tx, server, { priced_for: pricedBy(server), cost_updated_at: now });
};

/**
 * Sets the costs of servers of one plan, with the price list of one of them.
 * @throws AppError PROVIDER_…
 */
const priceServers = async (
  { clock }: Pick<AppContext, 'clock'>,
  hosting: HostingContext,
  servers: readonly SeenServerRow[],
  transaction: Transact,
): Promise<void> => {
  const [first] = servers;
  if (!first) return;
  const list = await mapProviderErrors(hosting.provider.getPriceList(listOf(first)));
  for (let start = 0; start < servers.length; start += serverLimits.perTransaction) {
    await transaction(async (tx) => {
      for (const server of servers.slice(start, start + serverLimits.perTransaction)) {
        await setPrice(tx, hosting, server, list, clock.now());
      }
      if (list.currency !== null) await recordCurrency(tx, hosting.scope, list.currency);
    });
  }
};

/**
 * Like {@link priceServers}. What cannot be read now is read by the next sync: returns why.
 */
export const priceIfReadable = async (
  context: Pick<AppContext, 'clock' | 'log'>,
  hosting: HostingContext,
  servers: readonly SeenServerRow[],
  transaction: Transact,
): Promise<ProviderError | undefined> => {
  try {
    await priceServers(context, hosting, servers, transaction);
    return undefined;
  } catch (error) {
    const { cause } = error as Error;
    if (!(cause instanceof ProviderError)) throw error;
    context.log.warn(
      { serviceid: servers[0]?.service_id, servers: servers.length, reason: cause.reason },
      'the price of servers was not read',
    );
    return cause;
  }
};
