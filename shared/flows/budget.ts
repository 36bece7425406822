import type { Minor } from './money.ts';

/** DECISION 0119: whether a change fits the monthly budget. The service and the console ask the same. Pure. */

interface BudgetedChange {
  /** Per month, in cents; null for none. */
  readonly budget: Minor | null;
  /** What all of hosting costs per month now. */
  readonly total: Minor;
  /** What the changed servers cost per month now. */
  readonly before: Minor;
  /** What they would cost; null if that isn't known. */
  readonly after: Minor | null;
}

/**
 * What all of hosting would cost if a change makes it exceed the budget, or 'unknown' if no one can tell; undefined if it
 * fits. What costs less than now always fits.
 */
export const beyondBudget = ({ budget, total, before, after }: BudgetedChange): Minor | 'unknown' | undefined => {
  if (budget === null) return undefined;
  if (after === null) return 'unknown';
  const next = total - before + after;
  return after > before && next > budget ? next : undefined;
};
