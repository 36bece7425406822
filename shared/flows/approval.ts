import { day } from '../rules/limits.ts';
import type { BillingCycle } from './hosting.ts';
import type { Capabilities } from './hosting-providers.ts';
import { type Minor, monthsOf, toMinor } from './money.ts';

/** DECISION 0286: what needs the agreement of a second owner. Pure. */

/** What is agreed to: a change of one server, or a higher amount from which agreement is needed. */
export const approvalKinds = ['upgrade', 'billing_cycle', 'service_level', 'limit'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** How long a request waits, and how long an agreement lasts, in milliseconds. */
export const approvalMs = 7 * day;

/** Whether a change has to be agreed to: it costs more than the limit, or no one knows how much. Null for no limit. */
export const needsApproval = (limit: Minor | null, amount: Minor | null): boolean =>
  limit !== null && (amount === null || amount > limit);

/**
 * Whether who agreed to one amount has agreed to another. As with invoices (DECISION 0114), one percent more is the same.
 * Null for an unknown amount, which is agreed to as such.
 */
export const coversAmount = (approved: Minor | null, amount: Minor | null): boolean =>
  approved === null || amount === null ? approved === amount : amount * 100 <= approved * 101;

/** What a plan costs, as a quote tells it. */
interface QuotedPlan {
  readonly billingcycle: BillingCycle;
  /** Of one whole cycle. */
  readonly price: string;
  readonly monthly: string;
  readonly delta_monthly: string | null;
  /** Null if there is no estimate. */
  readonly now_estimate: string | null;
}

/**
 * What a change of billing cycle or service level costs, in cents: a whole new cycle may be due at once; hourly servers are
 * paid by the month. Null if the price isn't known.
 */
export const cycleAmount = (monthly: Minor | null, cycle: BillingCycle): Minor | null =>
  monthly === null ? null : monthly * (cycle === 'hourly' ? 1 : monthsOf[cycle]);

/** The same of a change of service level. What lowers the monthly cost costs nothing. */
export const levelAmount = (before: Minor, monthly: Minor | null, cycle: BillingCycle): Minor | null =>
  monthly !== null && monthly <= before ? 0 : cycleAmount(monthly, cycle);

/**
 * What an upgrade costs: what is due now, or what it adds per month if that is more. Without an estimate, a whole cycle may
 * be due. A change without an invoice only adds to the next ones.
 */
export const planAmount = (plan: QuotedPlan, changes: Capabilities['changes']): Minor => {
  const added = toMinor(plan.delta_monthly ?? plan.monthly);
  if (changes === 'immediate') return added;
  const cycle = toMinor(plan.billingcycle === 'hourly' ? plan.monthly : plan.price);
  return Math.max(added, plan.now_estimate === null ? cycle : toMinor(plan.now_estimate));
};

/** What an order costs: its invoice, or what it adds per month if that is more. Null if the amount isn't known. */
export const orderAmount = (
  order: { readonly total: string | null; readonly currency: string | null },
  added: Minor,
  accountCurrency: string,
): Minor | null => {
  const { total, currency } = order;
  if (total === null || (currency !== null && currency !== accountCurrency)) return null;
  return Math.max(added, toMinor(total));
};
