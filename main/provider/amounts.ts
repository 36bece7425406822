import { z } from 'zod';
import { divideHalfEven } from '#shared/flows/money.ts';
import { upperAscii } from '#shared/text-input/ascii-case.ts';

/**
 * Reads amounts of money as the provider may write them. DECISION 0113: seed 001 shows plain decimals only; public
 * clients show numbers, signs and words of currencies, and words for "not offered".
 */

/** An amount as a decimal string, with the currency if the text names one. */
export interface Money {
  amount: string;
  /** ISO 4217. Null if not named: `$` is the sign of many currencies. */
  currency: string | null;
}

const currencyOfSign: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', US$: 'USD', '₹': 'INR' };
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const sign = String.raw`(?:US\$|\p{Sc})`;
const code = '[A-Za-z]{3}';
const pattern = new RegExp(
  `^(?<minus>-)?\\s*(?<before>${sign}|${code}\\s*${sign}?)?\\s*(?<minusInside>-)?(?<number>\\d[\\d.,]*)\\s*(?<after>(?:${sign}\\s*)?(?:${code})?)(?:\\s*/\\s*[a-z]+)?$`,
  'u',
);

const plain = /^\d{1,9}(?:\.\d+)?$/;
const grouped = /^\d{1,3}(?:,\d{3}){1,2}(?:\.\d+)?$/;
/** A comma before two last digits can only be a decimal one. */
const withComma = /^(?:\d{1,9}|\d{1,3}(?:\.\d{3}){1,2}),\d{2}$/;

const decimals = 6;

/** At most six decimals, rounded half to even: numbers arrive as 9.990000000000002. */
const rounded = (text: string): string => {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length <= decimals) return text;
  const digits = divideHalfEven(BigInt(whole + fraction), 10n ** BigInt(fraction.length - decimals));
  const padded = String(digits).padStart(decimals + 1, '0');
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`.replace(/\.?0+$/, '');
};

const numberIn = (text: string): string | undefined => {
  if (plain.test(text)) return rounded(text);
  if (grouped.test(text)) return rounded(text.replaceAll(',', ''));
  return withComma.test(text) ? text.replaceAll('.', '').replace(',', '.') : undefined;
};

/** The currency that a word or sign next to an amount names. Undefined if it isn't a currency. */
const currencyIn = (text: string): string | null | undefined => {
  const word = text.trim();
  if (word === '') return null;
  const known = currencyOfSign[word];
  if (known !== undefined) return known;
  const [letters] = /[A-Za-z]{3}/.exec(word) ?? [];
  if (letters === undefined) return null;
  return currencies.has(upperAscii(letters)) ? upperAscii(letters) : undefined;
};

/** `$1,203.80 USD`, `€9,99`, `-3.20`, `(3.20)` or a number. Undefined for anything else. */
export const readMoney = (value: unknown): Money | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const trimmed = String(value).trim();
  const [, bracketed] = /^\((.*)\)$/.exec(trimmed) ?? [];
  const { minus, before = '', minusInside, number = '', after = '' } = pattern.exec(bracketed ?? trimmed)?.groups ?? {};
  const amount = numberIn(number);
  const [first, last] = [currencyIn(before), currencyIn(after)];
  if (amount === undefined || first === undefined || last === undefined) return undefined;
  if (first !== null && last !== null && first !== last) return undefined;
  const signs = [minus, minusInside, bracketed].filter((part) => part !== undefined).length;
  if (signs > 1) return undefined;
  return { amount: signs === 1 && Number(amount) !== 0 ? `-${amount}` : amount, currency: first ?? last };
};

const refuse = (context: z.RefinementCtx): never => {
  context.addIssue({ code: 'custom', message: 'not an amount of money' });
  return z.NEVER;
};

const positiveAmount = (value: unknown, context: z.RefinementCtx): string => {
  const read = readMoney(value);
  return read && !read.amount.startsWith('-') ? read.amount : refuse(context);
};

/** An amount that is not negative. */
export const amount = z.unknown().transform(positiveAmount);

const notOffered = /^(?:-+|n\/?a|none|null|not (?:available|offered))$/i;
const free = /^free(?:!|\.)?$/i;

const isAbsent = (value: unknown): boolean => {
  if (value === undefined || value === null || value === false || value === '') return true;
  if (typeof value === 'string' && notOffered.test(value.trim())) return true;
  const read = readMoney(value);
  return read !== undefined && Number(read.amount) === -1;
};

/** Null if not offered: missing, empty, in words, or the provider's -1.00. */
export const price = z
  .unknown()
  .optional()
  .transform((value, context): string | null => {
    if (isAbsent(value)) return null;
    if (typeof value === 'string' && free.test(value.trim())) return '0.00';
    return positiveAmount(value, context);
  });

/** What an invoice demands; negative for a credit. Null if there is none. */
export const total = z
  .unknown()
  .optional()
  .transform((value, context): Money | null => {
    if (value === undefined || value === null || value === '') return null;
    return readMoney(value) ?? refuse(context);
  });
