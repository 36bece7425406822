import type { BillingCycle, CostCause, CostSubject } from './hosting.ts';
import { type Minor, monthsOf, weightedCost } from './money.ts';

/**
 * Estimates next to invoices for a month (seed 001 §1, "reconciled monthly against invoices"). Pure: the same stored
 * data gives the same months, whenever it is computed. Months are YYYY-MM in UTC, amounts are cents.
 */

const numbersOf = (month: string): [year: number, month: number] => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return [year, number];
};

/** The month this many months later, or earlier if negative. */
export const addMonths = (month: string, count: number): string => {
  const [year, number] = numbersOf(month);
  const index = year * 12 + number - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
};

/** Number of months between two; negative if the second is earlier. */
export const monthsBetween = (from: string, to: string): number => {
  const [[y1, m1], [y2, m2]] = [numbersOf(from), numbersOf(to)];
  return (y2 - y1) * 12 + m2 - m1;
};

/** A month's first instant, and the first instant after it. */
export const boundsOf = (month: string): { from: number; to: number } => {
  const [year, number] = numbersOf(month);
  return { from: Date.UTC(year, number - 1, 1), to: Date.UTC(year, number, 1) };
};

/** From an instant on, something costs this much per month; null: it costs nothing anymore. */
export interface CostChange {
  at: number;
  minor: Minor | null;
}

/**
 * What something costs in a month, given its cost changes, oldest first: each cost counts for the part of the month in
 * which it was in effect. The last one is assumed to stay in effect until the month ends.
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
 * The part of an invoice that belongs to a month. An invoice covers the months of its cycle, starting with the month of
 * issue. The parts add up to its total, to the cent.
 */
export const shareOfInvoice = ({ issued_on, total, billing_cycle }: CountedInvoice, month: string): Minor => {
  const months = billing_cycle === 'hourly' ? 1 : monthsOf[billing_cycle];
  const place = monthsBetween(issued_on.slice(0, 7), month);
  if (place < 0 || place >= months) return 0;
  const until = (count: number): number => Math.floor((total * count) / months);
  return until(place + 1) - until(place);
};

/** How many months back to look for invoices: one issued earlier cannot cover the month. */
export const longestCycle = monthsOf.triennially;

/** What caused a difference, as far as stored data can tell. */
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
