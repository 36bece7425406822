import type { BillingCycle } from '#shared/flows/hosting.ts';
import { monthlyCost } from '#shared/flows/money.ts';
import { currentPrice } from '#shared/flows/plan-quote.ts';
import { ProviderError } from '../../../provider/provider-error.ts';
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

/** A server's monthly cost on its current plan, by cycle and service level; null if unknown. */
export const monthlyPrice = async (
  hosting: HostingContext,
  server: ServerRow,
  cycle: BillingCycle,
  managed: boolean,
): Promise<number | null> => (await readPrice(hosting, server, cycle, managed)).cost;

const readPrice = async (
  { provider }: HostingContext,
  server: ServerRow,
  cycle: BillingCycle,
  managed: boolean,
): Promise<{ cost: number | null; currency: string | null }> => {
  const { plans, currency } = await mapProviderErrors(provider.getPriceList(listOf(server, managed)));
  const present = plans.find(({ current }) => current === 1);
  const price = present && currentPrice(present, sizesOf(server), cycle);
  return { cost: price === undefined ? null : monthlyCost(price, cycle), currency };
};

/** Everything that a price depends on. */
const pricedBy = (server: ServerRow): string =>
  JSON.stringify([server.product_name, server.sizes, cycleOf(server), isManaged(server), server.drive_type]);

/** Whether a server's cost was read for something that it no longer is. */
export const needsPrice = (server: ServerRow): boolean =>
  server.cost_source !== 'manual' && (server.cost_source === 'default' || server.priced_for !== pricedBy(server));

/** Sets a server's cost from the current price list; keeps it if the list has no price (seed 001 §1). */
const priceServer = async (
  context: Pick<AppContext, 'clock'>,
  hosting: HostingContext,
  server: SeenServerRow,
  transaction: Transact,
): Promise<void> => {
  const { cost, currency } = await readPrice(hosting, server, cycleOf(server), isManaged(server));
  await transaction(async (tx) => {
    // Someone may have entered a cost while the provider took its time.
    const present = await findServer(tx, hosting.scope, server.service_id);
    if (present?.cost_source === 'manual') return;
    if (cost !== null) await setServerCost(tx, server, cost, 'price_list', context.clock.now());
    await updateServer(tx, server, { priced_for: pricedBy(server) });
    if (currency !== null) await recordCurrency(tx, hosting.scope, currency);
  });
};

/** Sets a server's cost from the current price list. A price that cannot be read now is read by the next sync. */
export const priceIfReadable = async (
  context: Pick<AppContext, 'clock' | 'log'>,
  hosting: HostingContext,
  server: SeenServerRow,
  transaction: Transact,
): Promise<void> => {
  try {
    await priceServer(context, hosting, server, transaction);
  } catch (error) {
    const { cause } = error as Error;
    if (!(cause instanceof ProviderError)) throw error;
    context.log.warn({ serviceid: server.service_id, reason: cause.reason }, 'the price of a server was not read');
  }
};
