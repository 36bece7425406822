import type { BillingCycle, CostCause, CostSubject } from './hosting.ts';
import { type Minor, monthsOf, weightedCost } from './money.ts';

/**
 * Estimates and invoices of a month, side by side (seed 001 §1, "reconciled monthly against invoices"). Pure: whatever
 * was stored gives the same months, whenever they are worked out. Months are YYYY-MM in UTC, sums are cents.
 */

const numbersOf = (month: string): [year: number, month: number] => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return [year, number];
};

/** The month so many months later, or before. */
export const addMonths = (month: string, count: number): string => {
  const [year, number] = numbersOf(month);
  const index = year * 12 + number - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
};

/** How many months lie between two; negative where the second is earlier. */
export const monthsBetween = (from: string, to: string): number => {
  const [[y1, m1], [y2, m2]] = [numbersOf(from), numbersOf(to)];
  return (y2 - y1) * 12 + m2 - m1;
};

/** The first instant of a month, and the first that is no longer in it. */
export const boundsOf = (month: string): { from: number; to: number } => {
  const [year, number] = numbersOf(month);
  return { from: Date.UTC(year, number - 1, 1), to: Date.UTC(year, number, 1) };
};

/** From an instant on something costs so much in a month; null: nothing any more. */
export interface CostChange {
  at: number;
  minor: Minor | null;
}

/**
 * What something costs in a month by the changes of its cost, oldest first: each cost for the part of the month in which
 * it holds. What holds at the end is taken to hold until the month is over.
 */
export const estimateOf = (changes: readonly CostChange[], month: string): Minor => {
  const { from, to } = boundsOf(month);
  const spans = changes.flatMap(({ at, minor }, index) => {
    const end = changes[index + 1]?.at ?? to;
    const milliseconds = Math.min(end, to) - Math.max(at, from);
    return minor === null || milliseconds <= 0 ? [] : [{ minor, milliseconds }];
  });
  return weightedCost(spans, to - from);
};

export interface CountedInvoice {
  /** YYYY-MM-DD. */
  issued_on: string;
  total: Minor;
  billing_cycle: BillingCycle;
}

/**
 * The share of an invoice that falls to a month: an invoice pays for the months of its cycle, beginning with the one in
 * which it was issued. The shares add up to its total, to the cent.
 */
export const shareOfInvoice = ({ issued_on, total, billing_cycle }: CountedInvoice, month: string): Minor => {
  const months = billing_cycle === 'hourly' ? 1 : monthsOf[billing_cycle];
  const place = monthsBetween(issued_on.slice(0, 7), month);
  if (place < 0 || place >= months) return 0;
  const until = (count: number): number => Math.floor((total * count) / months);
  return until(place + 1) - until(place);
};

/** Months that one invoice can reach back: it was issued at most so many before. */
export const longestCycle = monthsOf.triennially;

/** What a difference comes from, as far as what is stored tells. */
export const causeOf = (
  subject: CostSubject,
  { estimated, invoiced, hasInvoice }: { estimated: Minor; invoiced: Minor; hasInvoice: boolean },
  changes: readonly CostChange[],
  month: string,
): CostCause => {
  if (estimated === invoiced) return 'none';
  if (subject === 'other') return 'not_assigned';
  if (!hasInvoice) return 'no_invoice';
  const { from, to } = boundsOf(month);
  const within = changes.filter(({ at }) => at >= from && at < to);
  const [first] = changes;
  if (first && first.at >= from && first.at < to) return 'began_in_month';
  if (within.some(({ minor }) => minor === null)) return 'ended_in_month';
  return within.length > 0 ? 'changed_in_month' : 'price_differs';
};
