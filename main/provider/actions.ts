import { z } from 'zod';
import { type BillingCycle, billingCycles, driveTypes } from '#shared/flows/hosting.ts';
import { price, total } from './amounts.ts';
import { cycleNamed } from './cycles.ts';
import { priceList } from './price-list.ts';
import { providerServer, providerServers } from './provider-server.ts';
import { identifier, listOf, optionalDate, whole } from './wire.ts';

const serviceid = z.int().positive();
const count = z.number().positive();
const ofServer = z.strictObject({ serviceid });
const anyServer = z.strictObject({ serviceid: serviceid.optional() });

/**
 * The pending upgrade order (seed 001 §2). DECISION 0037: an order with nothing to pay has neither invoice nor total.
 */
const pendingOrder = z
  .object({
    id: identifier,
    orderid: whole.nullish().transform((value) => value ?? null),
    invoiceid: z
      .union([identifier, z.literal([0, '0', '', false]).transform(() => null)])
      .nullish()
      .transform((value) => value ?? null),
    duedate: optionalDate,
    total,
  })
  .refine(({ orderid, invoiceid }) => orderid !== null || invoiceid !== null)
  .transform(({ total, ...order }) => ({
    ...order,
    total: total?.amount ?? null,
    /** ISO 4217. Null if the total names none. */
    currency: total?.currency ?? null,
  }));

/** Only one order can be pending at a time (seed 001 §8). Of several, the newest counts. */
const upgradeOrder = z.union([
  listOf(pendingOrder)
    .refine((orders) => orders.length > 0)
    .transform((orders) => orders.reduce((newest, order) => (order.id > newest.id ? order : newest))),
  pendingOrder,
]);
export type UpgradeOrder = z.output<typeof upgradeOrder>;

const priceNames = ['price', 'total', 'amount', 'recurring'];

/**
 * DECISION 0037: seed 001 doesn't show the fields. Accept a bare price, or an object with one of these names. Without
 * any of them, the price is unknown rather than not offered.
 */
const cyclePrice = z.union([
  price.transform((value) => ({ price: value, duedate: null })),
  z
    .record(z.string(), z.unknown())
    .refine((entry) => priceNames.some((name) => name in entry))
    .pipe(
      z.object({
        price: price,
        total: price,
        amount: price,
        recurring: price,
        duedate: optionalDate,
        nextduedate: optionalDate,
      }),
    )
    .transform((entry) => ({
      price: entry.price ?? entry.total ?? entry.amount ?? entry.recurring,
      duedate: entry.duedate ?? entry.nextduedate,
    })),
]);

/** A cycle's price and when it would be due. Cycles that are not offered are left out. */
export interface BillingcyclePrice {
  billingcycle: BillingCycle;
  /** Decimal string, for one whole cycle. */
  price: string;
  /** YYYY-MM-DD, or null if the provider gives none. */
  duedate: string | null;
}

const billingcyclePrices = z
  .record(z.string(), z.unknown())
  .transform((entries) => new Map(Object.entries(entries).map(([name, value]) => [cycleNamed(name), value])))
  .refine((entries) => billingCycles.some((cycle) => entries.has(cycle)))
  .transform((entries, context): BillingcyclePrice[] =>
    billingCycles.flatMap((billingcycle) => {
      if (!entries.has(billingcycle)) return [];
      const result = cyclePrice.safeParse(entries.get(billingcycle));
      if (!result.success) context.addIssue({ code: 'custom', message: `the price of ${billingcycle}` });
      return result.data?.price ? [{ billingcycle, price: result.data.price, duedate: result.data.duedate }] : [];
    }),
  );

/** The provider's own response to a state change. To learn the outcome, read the state afterwards. */
export interface ActionResult {
  message: string;
}

interface Read<Input extends z.ZodType, Output extends z.ZodType> {
  kind: 'read';
  name: string;
  input: Input;
  output: Output;
}
interface Write<Input extends z.ZodType> {
  kind: 'write';
  name: string;
  /** The provider's display name and its success message. Either one proves success (seed 001 §4). */
  display: string;
  success: RegExp;
  input: Input;
}

const read = <Input extends z.ZodType, Output extends z.ZodType>(
  name: string,
  input: Input,
  output: Output,
): Read<Input, Output> => ({ kind: 'read', name, input, output });
const write = <Input extends z.ZodType>(
  name: string,
  display: string,
  success: RegExp,
  input: Input,
): Write<Input> => ({ kind: 'write', name, display, success, input });

const upgraded = /^service has been upgraded/i;

/**
 * Every action of seed 001 §4, plus the two reads that show their outcome. `input` is what callers pass. `output`
 * parses the value of `success`. Without an `output`, the response is a list of results.
 */
export const actions = {
  getPriceList: read(
    'get_price_list',
    z.strictObject({
      serviceid: serviceid.optional(),
      drive_type: z.enum(driveTypes).optional(),
      managed: z.boolean().optional(),
      disk: count.optional(),
    }),
    priceList,
  ),
  getBillingcyclePrices: read('get_billingcycle_prices', anyServer, billingcyclePrices),
  upgradeInstance: write(
    'upgrade_instance',
    'Upgrade Instance',
    upgraded,
    z.strictObject({
      serviceid,
      rid: z.int().positive(),
      ram: count.optional(),
      cpu: count.optional(),
      disk: count.optional(),
      bandwidth: count.optional(),
    }),
  ),
  upgradeServer: write(
    'upgrade_server',
    'Upgrade Server',
    /^server .* is being upgraded/i,
    z.strictObject({ serviceid, disk: count.optional(), upgrade_drive_type: z.boolean().optional() }),
  ),
  checkUpgradeOrder: read('check_upgrade_order', ofServer, upgradeOrder),
  checkUpgradeReboot: read('check_upgrade_reboot', ofServer, z.unknown()),
  confirmUpgrade: write('confirm_upgrade', 'Confirm Upgrade', /^upgrade confirmed/i, ofServer),
  revertUpgrade: write('revert_upgrade', 'Revert Upgrade', /^upgrade reverted/i, ofServer),
  changeBillingCycle: write(
    'change_billing_cycle',
    'Change Billing Cycle',
    upgraded,
    z.strictObject({ serviceid, billingcycle: z.enum(billingCycles).optional() }),
  ),
  upgradeToManaged: write('upgrade_to_managed', 'Upgrade to Managed', upgraded, ofServer),
  downgradeToUnmanaged: write(
    'downgrade_to_unmanaged',
    'Downgrade to Unmanaged',
    /^service has been downgraded/i,
    ofServer,
  ),
  getInstances: read('get_instances', z.strictObject({}), providerServers),
  getInstance: read('get_instance', ofServer, providerServer),
} as const;

export type ActionMethod = keyof typeof actions;
export type ActionInput<Method extends ActionMethod> = z.output<(typeof actions)[Method]['input']>;
