import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billingCycles } from './hosting.ts';
import {
  addMonths,
  boundsOf,
  type CostChange,
  causeOf,
  estimateOf,
  monthsBetween,
  shareOfInvoice,
} from './reconciliation.ts';

const at = (text: string) => Date.parse(text);
const february = '2026-02';

describe('months', () => {
  it.each([
    ['2026-01', 1, '2026-02'],
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-05', -29, '2023-12'],
    ['2026-05', 0, '2026-05'],
  ])('%s and %i is %s', (from, count, to) => {
    expect(addMonths(from, count)).toBe(to);
    expect(monthsBetween(from, to)).toBe(count);
  });

  it('are consecutive', () => {
    expect(boundsOf('2026-12').to).toBe(boundsOf('2027-01').from);
    expect(boundsOf('2028-02').to - boundsOf('2028-02').from).toBe(29 * 86_400_000);
  });
});

describe('the estimate of a month', () => {
  it('counts each cost for the part of the month in which it applies', () => {
    const changes: CostChange[] = [
      { at: at('2026-01-10T00:00:00Z'), minor: 1_000 },
      { at: at('2026-02-15T00:00:00Z'), minor: 2_000 },
      { at: at('2026-03-15T00:00:00Z'), minor: null },
    ];
    expect(['2025-12', '2026-02', '2026-03', '2026-04'].map((month) => estimateOf(changes, month))).toEqual([
      0, 1_500, 903, 0,
    ]);
    expect(estimateOf([], february)).toBe(0);
  });

  it('equals an unchanging cost, however often that is recorded', () => {
    const { from, to } = boundsOf(february);
    const instants = fc.array(fc.integer({ min: from, max: to - 1 }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), instants, (minor, more) => {
        const changes = [from, ...more]
          .toSorted((one, other) => one - other)
          .map((instant) => ({ at: instant, minor }));
        expect(estimateOf(changes, february)).toBe(minor);
      }),
    );
  });
});

describe('an invoice', () => {
  it('is spread over the months of its cycle, and its shares add up to the cent', () => {
    const cycles = fc.constantFrom(...billingCycles);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), cycles, (total, billing_cycle) => {
        const invoice = { issued_on: '2026-02-11', total, billing_cycle };
        const shares = Array.from({ length: 40 }, (_, index) => shareOfInvoice(invoice, addMonths('2025-12', index)));
        expect(shares.slice(0, 2)).toEqual([0, 0]);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
        const counted = shares.filter((share) => share > 0);
        expect(Math.max(0, ...counted) - Math.min(...counted, Number.MAX_SAFE_INTEGER)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the cause of a difference', () => {
  const steady: CostChange[] = [{ at: at('2025-06-01T00:00:00Z'), minor: 999 }];
  const sums = { estimated: 999, invoiced: 1_299, hasInvoice: true };
  it.each([
    ['none', { ...sums, invoiced: 999 }, steady, 'server'],
    ['price_differs', sums, steady, 'server'],
    ['no_invoice', { ...sums, invoiced: 0, hasInvoice: false }, steady, 'server'],
    ['not_assigned', { ...sums, estimated: 0 }, [], 'other'],
    ['began_in_month', sums, [{ at: at('2026-02-02T00:00:00Z'), minor: 999 }], 'server'],
    ['changed_in_month', sums, [...steady, { at: at('2026-02-02T00:00:00Z'), minor: 1_299 }], 'server'],
    ['ended_in_month', sums, [...steady, { at: at('2026-02-02T00:00:00Z'), minor: null }], 'ip_address'],
    ['price_differs', sums, [...steady, { at: at('2026-01-02T00:00:00Z'), minor: 1_299 }], 'server'],
  ] as const)('is %s', (cause, compared, changes, subject) => {
    expect(causeOf(subject, compared, changes, february)).toBe(cause);
  });
});
