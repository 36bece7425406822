import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BillingCycle, billingCycles, defaultCosts } from './hosting.ts';
import {
  divideHalfEven,
  fromMinor,
  hoursPerMonth,
  monthlyCost,
  monthsOf,
  shareOf,
  sumOfPrices,
  timesPrice,
  toMinor,
  weightedCost,
} from './money.ts';

const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
const price = fc
  .tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([whole, places, digits]) =>
    places === 0 ? String(whole) : `${whole}.${String(digits).padStart(6, '0').slice(0, places)}`,
  );

describe('amounts of money', () => {
  it.each([
    ['9.99', 999],
    ['4.99', 499],
    ['0', 0],
    ['0.1', 10],
    ['-0.05', -5],
    ['-12.30', -1_230],
    ['1.005', 100],
    ['1.015', 102],
    ['1.025', 102],
    ['0.0049', 0],
    ['999999999.99', 99_999_999_999],
  ])('parse %s as %i cents', (text, minor) => {
    expect(toMinor(text)).toBe(minor);
  });

  it.each([
    '',
    ' 1',
    '1.',
    '.5',
    '1,00',
    '1e3',
    '+1',
    '--1',
    'NaN',
    '$1',
    '1.1234567',
    '1000000000000',
    '9999999999999',
  ])('reject %j', (text) => {
    expect(() => toMinor(text)).toThrow(RangeError);
  });

  it('keep their notation in a round trip', () => {
    fc.assert(
      fc.property(cents, (minor) => {
        expect(toMinor(fromMinor(minor))).toBe(minor);
      }),
    );
    expect([fromMinor(0), fromMinor(5), fromMinor(-5), fromMinor(100)]).toEqual(['0.00', '0.05', '-0.05', '1.00']);
  });
});

describe('dividing half-even', () => {
  it.each([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [5n, -2n, -2n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [-2n, 3n, -1n],
    [0n, 7n, 0n],
  ])('gives %i / %i = %i', (dividend, divisor, quotient) => {
    expect(divideHalfEven(dividend, divisor)).toBe(quotient);
  });

  it('is never more than half off, and rounds to even exactly at half', () => {
    const divisor = fc.bigInt({ min: 1n, max: 10n ** 9n });
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), divisor, (n, d) => {
        const quotient = divideHalfEven(n, d);
        const off = 2n * (n - quotient * d);
        expect(off <= d && off >= -d).toBe(true);
        if (off === d || off === -d) expect(quotient % 2n).toBe(0n);
        expect(divideHalfEven(-n, d)).toBe(-quotient);
      }),
    );
    expect(() => divideHalfEven(1n, 0n)).toThrow(RangeError);
  });
});

describe('the cost of a month (seed 001 §1)', () => {
  it.each([
    ['9.99', 'monthly', 999],
    ['29.97', 'quarterly', 999],
    ['28.10', 'quarterly', 937],
    ['59.94', 'semiannually', 999],
    ['99.90', 'annually', 832],
    ['100.00', 'annually', 833],
    ['239.76', 'biennially', 999],
    ['359.64', 'triennially', 999],
    ['0.0137', 'hourly', 1_000],
    ['0.01', 'hourly', 730],
    // Exactly between two cents: rounds to even.
    ['0.06', 'annually', 0],
    ['0.18', 'annually', 2],
    ['0.30', 'annually', 2],
  ] as [string, BillingCycle, number][])('is, for %s %s, %i cents', (text, cycle, minor) => {
    expect(monthlyCost(text, cycle)).toBe(minor);
  });

  it("uses the platform's constants as stated", () => {
    expect([toMinor(defaultCosts.server), toMinor(defaultCosts.ipAddress)]).toEqual([999, 499]);
    expect(Object.values(monthsOf)).toEqual([1, 3, 6, 12, 24, 36]);
    expect(hoursPerMonth).toBe((365 * 24) / 12);
  });

  it('is rounded once at the end, never more than half a cent off', () => {
    fc.assert(
      fc.property(price, fc.constantFrom(...billingCycles), (text, cycle) => {
        const digits = BigInt(text.replace('.', ''));
        const scale = 10n ** BigInt(text.split('.')[1]?.length ?? 0);
        const [n, d] = cycle === 'hourly' ? [730n, 1n] : [1n, BigInt(monthsOf[cycle])];
        const off = 2n * (BigInt(monthlyCost(text, cycle)) * scale * d - digits * 100n * n);
        expect(off <= scale * d && off >= -scale * d).toBe(true);
      }),
    );
  });

  it('is the same for a longer cycle at as many times the price', () => {
    const amounts = fc.integer({ min: 0, max: 10_000_000 });
    const cycles = fc.constantFrom(...billingCycles.filter((cycle) => cycle !== 'hourly'));
    fc.assert(
      fc.property(amounts, cycles, (minor, cycle) => {
        expect(monthlyCost(fromMinor(minor * monthsOf[cycle]), cycle)).toBe(minor);
      }),
    );
  });
});

describe('sums of prices', () => {
  it('are exact, whatever their decimal places', () => {
    expect(sumOfPrices(['1.5', '0.0001', '2'])).toBe('3.5001');
    expect(sumOfPrices(['0.1', '0.2'])).toBe('0.30');
    expect(sumOfPrices([])).toBe('0.00');
    expect([timesPrice('0.04', 150), timesPrice('3', 4), timesPrice('1.25', 0)]).toEqual(['6.00', '12', '0.00']);
  });

  it('do not depend on the order, and a multiple equals a repeated sum', () => {
    fc.assert(
      fc.property(fc.array(price, { maxLength: 6 }), fc.integer({ min: 1, max: 9 }), (prices, count) => {
        expect(toMinor(sumOfPrices(prices))).toBe(toMinor(sumOfPrices(prices.toReversed())));
        const [first = '0'] = prices;
        const repeated = Array.from({ length: count }, () => first);
        expect(toMinor(timesPrice(first, count))).toBe(toMinor(sumOfPrices(repeated)));
      }),
    );
  });
});

describe('shares', () => {
  it('are rounded half-even, and exact beyond the range of a number', () => {
    expect([shareOf(5, 1, 2), shareOf(7, 1, 2), shareOf(-5, 1, 2)]).toEqual([2, 4, -2]);
    expect(shareOf(99_999_999_999, 2_678_399_999, 2_678_400_000)).toBe(99_999_999_962);
  });

  it('of a whole span equal the amount, and parts of one amount add up to it', () => {
    fc.assert(
      fc.property(
        cents,
        fc.integer({ min: 1, max: 2_678_400_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (minor, whole, at) => {
          const part = Math.floor(whole * at);
          const spans = [
            { minor, milliseconds: part },
            { minor, milliseconds: whole - part },
          ];
          expect(weightedCost(spans, whole)).toBe(minor);
        },
      ),
    );
  });
});
