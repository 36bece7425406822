import type { Errand } from './account-turns.ts';
import type { ActionInput, ActionResult, BillingcyclePrice, UpgradeOrder } from './actions.ts';
import type { PriceList } from './price-list.ts';
import type { ProviderServer, ProviderServerList } from './provider-server.ts';

/**
 * One account at the provider of seed 001 (§4): one method per action. Reads are retried automatically; state changes
 * are sent once. Amounts of money are decimal strings. Every method throws ProviderError.
 */
export interface OrderClient {
  /** The same account, for requests of another kind. Without it, they are polls. */
  on(errand: Errand): OrderClient;
  /** Fixed and custom plans. With a serviceid, only those that this server can move to. */
  getPriceList(input: ActionInput<'getPriceList'>): Promise<PriceList>;
  /** Shortest cycle first, and only those offered. */
  getBillingcyclePrices(input: ActionInput<'getBillingcyclePrices'>): Promise<BillingcyclePrice[]>;
  /** Creates an order with an unpaid invoice, whatever the message says. Read it with checkUpgradeOrder. */
  upgradeInstance(input: ActionInput<'upgradeInstance'>): Promise<ActionResult>;
  /** Applies an order whose invoice is paid. */
  upgradeServer(input: ActionInput<'upgradeServer'>): Promise<ActionResult>;
  /** The pending order, or null if the provider says that there is none. Throws if neither is certain. */
  checkUpgradeOrder(input: ActionInput<'checkUpgradeOrder'>): Promise<{ order: UpgradeOrder | null }>;
  /** `likely` or `unknown`. If unknown, assume that a reboot is possible. */
  checkUpgradeReboot(input: ActionInput<'checkUpgradeReboot'>): Promise<{ reboot: 'likely' | 'unknown' }>;
  /** Only in status RESIZED. */
  confirmUpgrade(input: ActionInput<'confirmUpgrade'>): Promise<ActionResult>;
  /** Only in status RESIZED. */
  revertUpgrade(input: ActionInput<'revertUpgrade'>): Promise<ActionResult>;
  /** Defaults to monthly. */
  changeBillingCycle(input: ActionInput<'changeBillingCycle'>): Promise<ActionResult>;
  upgradeToManaged(input: ActionInput<'upgradeToManaged'>): Promise<ActionResult>;
  downgradeToUnmanaged(input: ActionInput<'downgradeToUnmanaged'>): Promise<ActionResult>;
  getInstances(): Promise<ProviderServerList>;
  getInstance(input: ActionInput<'getInstance'>): Promise<ProviderServer>;
}
