import type { BillingCycle } from './hosting.ts';

/**
 * Money without floating point: decimal strings on the wire, integer cents inside. Prices may have more than two
 * decimals (hourly ones do): keep them as text and round once, half-even, at the end of a calculation.
 */

/** Integer cents, at most {@link maxMinor} in either direction. */
export type Minor = number;

/** The largest accepted amount, in cents; far below the limit of exact integers. */
const maxMinor = 99_999_999_999_999;

const decimalText = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/;

/** An exact decimal number: `digits` divided by `scale`. */
interface Exact {
  digits: bigint;
  scale: bigint;
}

const exactOf = (text: string): Exact => {
  const [, sign, whole = '', fraction = ''] = decimalText.exec(text) ?? [];
  if (sign === undefined) throw new RangeError('Not an amount of money');
  return { digits: BigInt(`${sign}${whole}${fraction}`), scale: 10n ** BigInt(fraction.length) };
};

/** Divides integers and rounds half-even: 2.5 to 2, 3.5 to 4. @throws RangeError for a divisor of zero */
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

/** `"9.99"` → 999. Rounds more than two decimals half-even. @throws RangeError if the text is not an amount */
export const toMinor = (text: string): Minor => {
  const { digits, scale } = exactOf(text);
  return toMinorExact(digits, scale);
};

/** 999 → `"9.99"`, -5 → `"-0.05"`. */
export const fromMinor = (minor: Minor): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Adds unrounded prices, then rounds once. */
export const sumOfPrices = (prices: readonly string[]): string => {
  const exact = prices.map(exactOf);
  const scale = exact.reduce((largest, price) => (price.scale > largest ? price.scale : largest), 100n);
  const digits = exact.reduce((sum, price) => sum + (price.digits * scale) / price.scale, 0n);
  const fraction = String(scale).length - 1;
  const text = String(digits < 0n ? -digits : digits).padStart(fraction + 1, '0');
  return `${digits < 0n ? '-' : ''}${text.slice(0, -fraction)}.${text.slice(-fraction)}`;
};

/** A price times an integer, exact. */
export const timesPrice = (price: string, count: number): string => {
  const { digits, scale } = exactOf(price);
  const fraction = String(scale).length - 1;
  const product = digits * BigInt(count);
  const text = String(product < 0n ? -product : product).padStart(fraction + 1, '0');
  const whole = fraction === 0 ? text : `${text.slice(0, -fraction)}.${text.slice(-fraction)}`;
  return product < 0n ? `-${whole}` : whole;
};

/** DECISION 0035: hours in a month, the common 8,760 a year divided by twelve; not shown in seed 001. */
export const hoursPerMonth = 730;

/** Months covered by one payment; hourly prices go through {@link hoursPerMonth}. */
export const monthsOf = {
  monthly: 1,
  quarterly: 3,
  semiannually: 6,
  annually: 12,
  biennially: 24,
  triennially: 36,
} as const satisfies Record<Exclude<BillingCycle, 'hourly'>, number>;

/**
 * The price of a cycle as cost per month, in cents (seed 001 §1, "normalised to monthly cost"), rounded half-even once,
 * at the end.
 * @throws RangeError if the price is not an amount
 */
export const monthlyCost = (price: string, cycle: BillingCycle): Minor => {
  const { digits, scale } = exactOf(price);
  return cycle === 'hourly'
    ? toMinorExact(digits * BigInt(hoursPerMonth), scale)
    : toMinorExact(digits, scale * BigInt(monthsOf[cycle]));
};

/** DECISION 0112, 0114: whether an amount differs from the agreed one by more than 1 %, so that it is reviewed again. */
export const differsFrom = (agreed: Minor, now: Minor): boolean => Math.abs(now - agreed) * 100 > Math.abs(agreed);

/** Hundredths of a percent as a number is written: `19`, `8.25`. */
export const percentText = (hundredths: number): string => String(hundredths / 100);

/** Prorates an amount: `part` of `whole`, in cents, rounded half-even. */
export const shareOf = (minor: Minor, part: number, whole: number): Minor =>
  Number(divideHalfEven(BigInt(minor) * BigInt(part), BigInt(whole)));

/** Prorates amounts that each held for part of `whole` (milliseconds) and adds them; rounds half-even once. */
export const weightedCost = (spans: readonly { minor: Minor; milliseconds: number }[], whole: number): Minor => {
  const sum = spans.reduce((total, { minor, milliseconds }) => total + BigInt(minor) * BigInt(milliseconds), 0n);
  return Number(divideHalfEven(sum, BigInt(whole)));
};
