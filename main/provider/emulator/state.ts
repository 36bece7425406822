import { z } from 'zod';
import { billingCycles, driveTypes } from '#shared/flows/hosting.ts';
import { keptObject, storedShape } from '../../platform/stored-shape.ts';

const spec = keptObject({ cpu: z.number(), ram: z.number(), disk: z.number(), bandwidth: z.number() });
const instant = z.int();

const server = keptObject({
  serviceid: z.int(),
  srvrname: z.string(),
  main_ip: z.string(),
  rid: z.int(),
  spec,
  disk_type: z.enum(driveTypes),
  billingcycle: z.enum(billingCycles),
  nextduedate: instant,
  managed: z.boolean(),
  status: z.enum(['ACTIVE', 'RESIZE', 'RESIZED']),
  /** An upgrade between upgrade_server and its confirmation. */
  upgrade: z.strictObject({ order: z.int(), before: keptObject({ rid: z.int(), spec }), since: instant }).nullable(),
});
export type Server = z.output<typeof server>;

/** `unpaid` and `paid` orders are open. Each server has at most one open order. */
const order = keptObject({
  id: z.int(),
  orderid: z.int(),
  serviceid: z.int(),
  rid: z.int(),
  spec,
  invoiceid: z.int().nullable(),
  /** Cents. */
  total: z.int(),
  duedate: instant,
  status: z.enum(['unpaid', 'paid', 'applied', 'confirmed', 'reverted', 'cancelled']),
});
export type Order = z.output<typeof order>;

const settings = keptObject({
  /** The expected value of the `API` field. */
  key: z.string(),
  hourly: z.boolean(),
  /** Milliseconds from upgrade_server to RESIZED. */
  resize_delay: z.int(),
  /** Milliseconds from RESIZED until the provider confirms automatically. */
  auto_confirm: z.int(),
  /** Whether check_upgrade_order still reports an order that is paid but not applied. Not shown in seed 001. */
  shows_paid_orders: z.boolean(),
  /** How check_upgrade_order says that there is no order. Not shown in seed 001. */
  no_order: z.enum(['error', 'empty_list', 'empty_object', 'false', 'null']),
  /** `loose`: numbers as strings, lists keyed by number, empty objects as empty lists. */
  answers: z.enum(['plain', 'loose']),
});
export type Settings = z.output<typeof settings>;

/** The emulated provider's full state, serializable to a file. */
export const emulatorState = keptObject({
  version: z.literal(1),
  settings,
  servers: z.array(server),
  orders: z.array(order),
  nextId: z.int(),
  /** Calls by action, including those that failed on purpose. */
  calls: z.record(z.string(), z.int()),
});
export type EmulatorState = z.output<typeof emulatorState>;

/** The state of an account as a row, where instances share it. */
export const sandboxShape = storedShape('sandbox_accounts.state', [emulatorState]);
