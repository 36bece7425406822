import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billingCycles, type Sizes } from './hosting.ts';
import { fromMinor, toMinor } from './money.ts';
import {
  addedPercent,
  type CyclePrices,
  choiceForSizes,
  comparePrices,
  currentPrice,
  estimateNow,
  type PricedPlan,
  partsOf,
  pricePlan,
  withCurrentSizes,
} from './plan-quote.ts';

const prices = (monthly: string, given: Partial<CyclePrices> = {}): CyclePrices => ({
  ...(Object.fromEntries(billingCycles.map((cycle) => [cycle, null])) as CyclePrices),
  monthly,
  ...given,
});
const sizes: Sizes = { cpu: 1, ram_mb: 2_048, disk_gb: 50, bandwidth_gb: 2_048 };
const fixed: PricedPlan = { rid: 101, name: 'Fixed', sizes, components: [], ...prices('9.99', { annually: '107.89' }) };
const custom: PricedPlan = {
  rid: 190,
  name: 'Custom',
  sizes: { cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: 2_048 },
  ...prices('1.00', { annually: '10.00' }),
  components: [
    {
      component: 'ram',
      kind: 'choice',
      min: 0,
      max: 0,
      options: [
        { value: 2, size: 2_048, prices: prices('5.00', { annually: '54.00' }) },
        { value: 4, size: 4_096, prices: prices('10.00') },
      ],
    },
    {
      component: 'disk',
      kind: 'quantity',
      min: 20,
      max: 750,
      options: [{ value: 1, size: 1, prices: prices('0.035', { annually: '0.40' }) }],
    },
  ],
};

describe('the price of a plan', () => {
  it('is the price of the cycle for a fixed plan', () => {
    expect(pricePlan(fixed, {}, 'annually')).toEqual({ price: '107.89', sizes });
    expect(pricePlan(fixed, {}, 'hourly')).toEqual({ refusal: 'cycle_not_offered' });
    expect(pricePlan(fixed, { ram: 4 }, 'monthly')).toEqual({ refusal: 'not_custom', component: 'ram' });
  });

  it('is the exact sum of base and components for a custom plan', () => {
    expect(pricePlan(custom, { ram: 4, disk: 101 }, 'monthly')).toEqual({
      price: '14.535',
      sizes: { cpu: null, ram_mb: 4_096, disk_gb: 101, bandwidth_gb: 2_048 },
    });
    expect(pricePlan(custom, { ram: 2, disk: 100 }, 'annually')).toMatchObject({ price: '104.00' });
  });

  it.each([
    [{ disk: 100 }, 'component_missing', 'ram'],
    [{ ram: 3, disk: 100 }, 'component_not_offered', 'ram'],
    [{ ram: 2, disk: 19 }, 'component_not_offered', 'disk'],
    [{ ram: 2, disk: 751 }, 'component_not_offered', 'disk'],
    [{ ram: 2, disk: 50.5 }, 'component_not_offered', 'disk'],
    [{ ram: 2, disk: 50, cpu: 1 }, 'not_custom', 'cpu'],
  ] as const)('is refused for %j: %s', (choice, refusal, component) => {
    expect(pricePlan(custom, choice, 'monthly')).toEqual({ refusal, component });
  });

  it('takes what was not chosen from the present sizes, if the plan offers them', () => {
    const present = { cpu: 1, ram_mb: 4_096, disk_gb: 100, bandwidth_gb: 2_048 };
    expect(withCurrentSizes(custom, { disk: 200 }, present)).toEqual({ ram: 4, disk: 200 });
    expect(withCurrentSizes(custom, { ram: 2 }, present)).toEqual({ ram: 2, disk: 100 });
    expect(withCurrentSizes(custom, {}, { ...present, ram_mb: 3_072 }).ram).toBeUndefined();
    expect(withCurrentSizes(fixed, {}, present)).toEqual({});
  });

  it('is refused if a component is not offered for the cycle', () => {
    expect(pricePlan(custom, { ram: 4, disk: 50 }, 'annually')).toEqual({
      refusal: 'cycle_not_offered',
      component: 'ram',
    });
  });

  it('is found by the sizes of the server for an existing custom plan', () => {
    const has: Sizes = { ...sizes, disk_gb: 60 };
    expect(choiceForSizes(custom, has)).toEqual({ ram: 2, disk: 60 });
    expect(currentPrice(custom, has, 'monthly')).toBe('8.100');
    expect(currentPrice(custom, { ...has, ram_mb: 3_000 }, 'monthly')).toBeUndefined();
    expect(currentPrice(custom, { ...has, disk_gb: null }, 'monthly')).toBeUndefined();
    expect(currentPrice(fixed, has, 'monthly')).toBe('9.99');
    expect(currentPrice(fixed, has, 'hourly')).toBeUndefined();
  });
});

describe('the estimated price of an upgrade due now', () => {
  it.each([
    ['monthly', '2026-01-15', '2026-02-15', 900],
    ['monthly', '2026-01-15', '2026-01-31', 465],
    ['monthly', '2026-03-01', '2026-03-31', 871],
    ['annually', '2026-01-15', '2027-01-15', 900],
    ['annually', '2026-07-16', '2027-01-15', 451],
    ['monthly', '2026-01-15', '2026-01-15', 0],
    ['monthly', '2026-01-15', '2026-06-15', 900],
  ] as const)('is, for %s on %s with the next payment on %s, %i cents', (cycle, today, due, minor) => {
    expect(estimateNow('18.99', '9.99', cycle, today, due)?.total).toBe(minor);
  });

  it('is zero for a lower price, and unknown without a future payment date or if billed hourly', () => {
    expect(estimateNow('9.99', '18.99', 'monthly', '2026-01-15', '2026-02-01')?.total).toBe(0);
    expect(estimateNow('18.99', '9.99', 'monthly', '2026-01-15', '2026-01-14')).toBeUndefined();
    expect(estimateNow('18.99', '9.99', 'monthly', '2026-01-15', null)).toBeUndefined();
    expect(estimateNow('0.02', '0.01', 'hourly', '2026-01-15', '2026-01-16')).toBeUndefined();
  });

  it('never exceeds the difference, and decreases toward the payment date', () => {
    const days = fc.integer({ min: 1, max: 28 });
    fc.assert(
      fc.property(days, days, fc.integer({ min: 0, max: 1_000_000 }), (one, other, difference) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        const on = (day: number) =>
          estimateNow(fromMinor(difference), '0.00', 'monthly', `2026-01-${String(day).padStart(2, '0')}`, '2026-01-28')
            ?.total ?? -1;
        expect(on(early)).toBeGreaterThanOrEqual(on(late));
        expect(on(early)).toBeLessThanOrEqual(difference);
        expect(on(late)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('a comparison of two prices', () => {
  it('states them per month and per year', () => {
    expect(comparePrices('18.99', '9.99', 'monthly')).toEqual({
      monthly: '18.99',
      delta_monthly: '9.00',
      delta_yearly: '108.00',
    });
    expect(comparePrices('107.89', '205.09', 'annually')).toEqual({
      monthly: '8.99',
      delta_monthly: '-8.10',
      delta_yearly: '-97.20',
    });
    expect(comparePrices('18.99', null, 'monthly')).toMatchObject({ monthly: '18.99', delta_monthly: null });
  });

  it('differs by the difference of the months', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 }).map(fromMinor);
    fc.assert(
      fc.property(cents, cents, fc.constantFrom(...billingCycles), (one, other, cycle) => {
        const { monthly, delta_monthly, delta_yearly } = comparePrices(one, other, cycle);
        const back = comparePrices(other, one, cycle);
        expect(toMinor(monthly) - toMinor(back.monthly)).toBe(toMinor(delta_monthly ?? ''));
        expect(toMinor(delta_yearly ?? '')).toBe(12 * toMinor(delta_monthly ?? ''));
      }),
    );
  });
});

describe('what invoices have on top of the estimate', () => {
  const terms = { difference: '9.00', days_left: 15, days: 30, added: null };

  it.each([
    ['4.50', null],
    ['5.36', '19'],
    ['5.35', '19'],
    ['4.86', '8'],
    ['4.87', '8'],
    ['4.88', '8.5'],
    ['4.20', null],
    ['9.00', null],
  ])('is learned from a total of %s: %s %', (total, percent) => {
    expect(addedPercent(terms, total)).toBe(percent);
  });

  it('is part of the next estimate, with the sum that it comes from', () => {
    const estimate = estimateNow('18.99', '9.99', 'monthly', '2026-01-17', '2026-02-01', {
      added: '19',
      is_set: false,
    });
    const parts = { difference: '9.00', days_left: 15, days: 31, added: '19', is_set: false };
    expect(estimate).toEqual({ total: 518, terms: parts });
    expect(partsOf(parts)).toEqual({ net: '4.35', tax: '0.83' });
    expect(partsOf({ ...parts, added: '8.25' })).toEqual({ net: '4.35', tax: '0.36' });
  });

  it('is not learned from an invoice for nothing', () => {
    expect(addedPercent({ ...terms, days_left: 0 }, '5.00')).toBeNull();
  });
});
