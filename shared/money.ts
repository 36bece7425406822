import type { BillingCycle } from './hosting.ts';

/**
 * Money without floating point: decimal strings on the wire, whole cents inside. Prices may have more than two decimals
 * (an hour's does): they are kept as text and rounded once, half-even, at the end of a calculation.
 */

/** Whole cents, at most {@link maxMinor} either way. */
export type Minor = number;

/** The largest amount, in cents, that is taken: far below what a number holds exactly. */
export const maxMinor = 99_999_999_999_999;

const decimalText = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/;

/** A decimal number, exact: `digits` divided by `scale`. */
interface Exact {
  digits: bigint;
  scale: bigint;
}

const exactOf = (text: string): Exact => {
  const [, sign, whole = '', fraction = ''] = decimalText.exec(text) ?? [];
  if (sign === undefined) throw new RangeError('Not an amount of money');
  return { digits: BigInt(`${sign}${whole}${fraction}`), scale: 10n ** BigInt(fraction.length) };
};

/** Divides whole numbers and rounds half-even: 2.5 to 2, 3.5 to 4. @throws RangeError for a divisor of zero */
export const divideHalfEven = (dividend: bigint, divisor: bigint): bigint => {
  if (divisor === 0n) throw new RangeError('Division by zero');
  const [n, d] = divisor < 0n ? [-dividend, -divisor] : [dividend, divisor];
  const quotient = n / d;
  const rest = n % d;
  const twice = 2n * (rest < 0n ? -rest : rest);
  const away = twice > d || (twice === d && quotient % 2n !== 0n);
  if (!away) return quotient;
  return n < 0n ? quotient - 1n : quotient + 1n;
};

const toMinorExact = (digits: bigint, divisor: bigint): Minor => {
  const minor = Number(divideHalfEven(digits * 100n, divisor));
  if (Math.abs(minor) > maxMinor) throw new RangeError('Too much money');
  return minor;
};

/** `"9.99"` → 999. More than two decimals are rounded half-even. @throws RangeError for what is no amount */
export const toMinor = (text: string): Minor => {
  const { digits, scale } = exactOf(text);
  return toMinorExact(digits, scale);
};

/** 999 → `"9.99"`, -5 → `"-0.05"`. */
export const fromMinor = (minor: Minor): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Adds prices as they are, and rounds once. */
export const sumOfPrices = (prices: readonly string[]): string => {
  const exact = prices.map(exactOf);
  const scale = exact.reduce((largest, price) => (price.scale > largest ? price.scale : largest), 100n);
  const digits = exact.reduce((sum, price) => sum + (price.digits * scale) / price.scale, 0n);
  const fraction = String(scale).length - 1;
  const text = String(digits < 0n ? -digits : digits).padStart(fraction + 1, '0');
  return `${digits < 0n ? '-' : ''}${text.slice(0, -fraction)}.${text.slice(-fraction)}`;
};

/** A price times a whole number, exact. */
export const timesPrice = (price: string, count: number): string => {
  const { digits, scale } = exactOf(price);
  const fraction = String(scale).length - 1;
  const product = digits * BigInt(count);
  const text = String(product < 0n ? -product : product).padStart(fraction + 1, '0');
  const whole = fraction === 0 ? text : `${text.slice(0, -fraction)}.${text.slice(-fraction)}`;
  return product < 0n ? `-${whole}` : whole;
};

/** DECISION: hours of a month, the common 8,760 of a year through twelve; not shown in seed 001. */
export const hoursPerMonth = 730;

/** Months that one payment covers; an hour is counted through {@link hoursPerMonth}. */
export const monthsOf = {
  monthly: 1,
  quarterly: 3,
  semiannually: 6,
  annually: 12,
  biennially: 24,
  triennially: 36,
} as const satisfies Record<Exclude<BillingCycle, 'hourly'>, number>;

/**
 * The price of a cycle as the cost of one month, in cents (seed 001 §1, "normalised to monthly cost"), rounded half-even
 * once, at the end.
 * @throws RangeError for what is no amount
 */
export const monthlyCost = (price: string, cycle: BillingCycle): Minor => {
  const { digits, scale } = exactOf(price);
  return cycle === 'hourly'
    ? toMinorExact(digits * BigInt(hoursPerMonth), scale)
    : toMinorExact(digits, scale * BigInt(monthsOf[cycle]));
};

/** A share of an amount: `part` of `whole`, in cents, rounded half-even. */
export const shareOf = (minor: Minor, part: number, whole: number): Minor =>
  Number(divideHalfEven(BigInt(minor) * BigInt(part), BigInt(whole)));

/** Amounts that held for so many milliseconds each, as one amount for the whole span, rounded half-even once. */
export const weightedCost = (spans: readonly { minor: Minor; milliseconds: number }[], whole: number): Minor => {
  const sum = spans.reduce((total, { minor, milliseconds }) => total + BigInt(minor) * BigInt(milliseconds), 0n);
  return Number(divideHalfEven(sum, BigInt(whole)));
};
