import type { BillingCycle, Sizes } from '#shared/flows/hosting.ts';
import type { Capabilities } from '#shared/flows/hosting-providers.ts';
import type { ChangeStep, SeenChange } from '#shared/flows/immediate-change.ts';
import type { PowerAction, SeenPower } from '#shared/flows/power.ts';
import type { Errand } from './account-turns.ts';
import type { ActionInput, ActionResult, BillingcyclePrice, UpgradeOrder } from './actions.ts';
import type { PriceList } from './price-list.ts';
import type { Unreadable } from './rows.ts';

/** A server, as far as any provider describes one. */
export interface ServerReading {
  /** The provider's own number for it, as text. Unique over all providers. */
  serviceid: string;
  /** Its label. Null if it has none. */
  srvrname: string | null;
  /** Upper case: ACTIVE if it runs, RESIZED if it waits for a decision, or a word of the provider. */
  status: string;
  is_suspended: boolean;
  /** Something else is being done to it. */
  locked: boolean;
  billingcycle: BillingCycle | null;
  product_name: string | null;
  main_ip: string | null;
  /** All that it has, as far as the provider lists them. */
  ips: readonly string[] | null;
  task_state: string | null;
  disk_type: string | null;
  sizes: Sizes;
  /** The sizes that an order will bring; null where it changes nothing. */
  pending: Sizes;
}

/** A server that can't be read, because one of its fields can't be parsed. */
export interface UnreadableServerReading extends Unreadable {
  /** Its place in the provider's list, from 1. */
  position: number;
  /** Null if it can't be parsed either. */
  serviceid: string | null;
  label: string | null;
}

export interface ServerList {
  /** Each server once. */
  servers: ServerReading[];
  unreadable: UnreadableServerReading[];
}

/** Where a change of plan stands. */
export interface ChangeReading extends SeenChange {
  server: ServerReading;
  /** The newest task of the server. Null if there is none. */
  latest: string | null;
}

/** Where a request about the power stands. */
export interface PowerReading extends SeenPower {
  server: ServerReading;
  /** The plan that the server has. */
  rid: number;
  /** The newest task of the server. Null if there is none. */
  latest: string | null;
}

type Named<Input extends { serviceid?: number | undefined }> = Omit<Input, 'serviceid'> &
  (Input extends { serviceid: number } ? { serviceid: string } : { serviceid?: string });

/**
 * One account at a hosting provider: what services may use. DECISION 0202: an adapter says with its capabilities which
 * methods it has; any other fails with the reason `not_offered`, before anything is sent. Reads are retried
 * automatically; state changes are sent once. Amounts of money are decimal strings. Every method throws ProviderError.
 */
export interface Provider {
  readonly capabilities: Capabilities;
  /** The same account, for requests of another kind. Without it, they are polls. */
  on(errand: Errand): Provider;
  /** Every server of the account. */
  listServers(): Promise<ServerList>;
  /** @throws ProviderError `invalid_serviceid` if the account has no such server */
  getServer(input: { serviceid: string }): Promise<ServerReading>;
  /** Fixed and custom plans. With a serviceid, only those that this server can move to. */
  getPriceList(input: Named<ActionInput<'getPriceList'>>): Promise<PriceList>;

  // With `billingCycles`.
  /** Shortest cycle first, and only those offered. */
  getBillingcyclePrices(input: Named<ActionInput<'getBillingcyclePrices'>>): Promise<BillingcyclePrice[]>;
  /** Defaults to monthly. */
  changeBillingCycle(input: Named<ActionInput<'changeBillingCycle'>>): Promise<ActionResult>;

  // With `serviceLevels`.
  upgradeToManaged(input: { serviceid: string }): Promise<ActionResult>;
  downgradeToUnmanaged(input: { serviceid: string }): Promise<ActionResult>;

  // Where changes are orders.
  /** Creates an order with an unpaid invoice, whatever the message says. Read it with checkUpgradeOrder. */
  upgradeInstance(input: Named<ActionInput<'upgradeInstance'>>): Promise<ActionResult>;
  /** Applies an order whose invoice is paid. */
  upgradeServer(input: Named<ActionInput<'upgradeServer'>>): Promise<ActionResult>;
  /** The pending order, or null if the provider says that there is none. Throws if neither is certain. */
  checkUpgradeOrder(input: { serviceid: string }): Promise<{ order: UpgradeOrder | null }>;
  /** `likely` or `unknown`. If unknown, assume that a reboot is possible. */
  checkUpgradeReboot(input: { serviceid: string }): Promise<{ reboot: 'likely' | 'unknown' }>;

  // Where changes are immediate.
  /** The server, and where a change of its plan stands. `after` is the newest task that doesn't belong to it. */
  getChange(input: { serviceid: string; after: string | null }): Promise<ChangeReading>;
  /** Sends one step of a change to a plan. Success means that the provider has begun it. */
  takeStep(input: { serviceid: string; rid: number; step: ChangeStep }): Promise<ActionResult>;

  // What `power` lists.
  /** The server, and what became of a request: of the task that it named, or of the newest one of its kind since `after`. */
  getPower(input: {
    serviceid: string;
    action: PowerAction;
    after: string | null;
    task: string | null;
  }): Promise<PowerReading>;
  /** Success means that the provider has begun it, as the task that it names. */
  setPower(input: { serviceid: string; action: PowerAction }): Promise<ActionResult & { task: string }>;

  // With `revertWindow`, in status RESIZED.
  confirmUpgrade(input: { serviceid: string }): Promise<ActionResult>;
  revertUpgrade(input: { serviceid: string }): Promise<ActionResult>;
}
