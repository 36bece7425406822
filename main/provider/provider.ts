import {
  mayHaveHappened,
  type ProviderErrorKind,
  type ProviderErrorReason,
  providerErrorReasons,
} from '#shared/provider-errors.ts';
import type { ActionInput, ActionResult, BillingcyclePrice, UpgradeOrder } from './actions.ts';
import type { Instance, InstanceList } from './instance.ts';
import type { PriceList } from './price-list.ts';
import { type Unreadable, unreadableText } from './rows.ts';

/**
 * One account at the hosting provider (seed 001 §4): one method per action. Reads are retried automatically; state
 * changes are sent once. Amounts of money are decimal strings. Every method throws ProviderError.
 */
export interface Provider {
  /** The same account, where reads fail as a timeout once a signal is aborted. State changes are not affected. */
  within(limit: AbortSignal): Provider;
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
  getInstances(): Promise<InstanceList>;
  getInstance(input: ActionInput<'getInstance'>): Promise<Instance>;
}

/** A call that failed or returned an unusable response. Holds no key, no parameter and no raw response. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly reason: ProviderErrorReason;
  /** Whether the request may have reached the provider. */
  readonly sent: boolean;
  /** The provider's name for the action, such as `upgrade_instance`. */
  readonly action: string;
  /** The provider's message, truncated and without control characters. Null if there was none. */
  readonly providerMessage: string | null;
  /** The provider's ERROR, the system's error code, or the HTTP status. For logs only; never base decisions on it. */
  readonly code: string | null;
  /** The field that could not be read, with its value, in words. Null if none is to blame. */
  readonly field: string | null;

  constructor(
    action: string,
    reason: ProviderErrorReason,
    {
      sent,
      providerMessage = null,
      code = null,
      unreadable,
    }: { sent: boolean; providerMessage?: string | null; code?: string | null; unreadable?: Unreadable | undefined },
  ) {
    const { title } = providerErrorReasons[reason];
    super(`${action}: ${title}${providerMessage === null ? '' : ` (${providerMessage})`}`);
    this.code = code;
    this.field = unreadable ? unreadableText(unreadable) : null;
    this.action = action;
    this.reason = reason;
    this.sent = sent;
    this.providerMessage = providerMessage;
  }

  get kind(): ProviderErrorKind {
    return providerErrorReasons[this.reason].kind;
  }

  /** Whether the same call may succeed later without anyone changing anything. */
  get passes(): boolean {
    return providerErrorReasons[this.reason].passes;
  }

  /** Whether a state change may have been applied anyway. If so, read its outcome and never retry it. */
  get mayHaveHappened(): boolean {
    return mayHaveHappened(this);
  }
}
