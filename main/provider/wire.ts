import { z } from 'zod';

/**
 * Parses the provider's loose scalars into exact ones: numbers arrive as strings, lists as objects keyed by number,
 * empty objects as empty lists (seed 001 §7 shows some of it, public clients the rest).
 */

const controlCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * Makes the provider's text safe for logs and screens: no tags, no control characters, at most `maxLength` characters.
 */
export const plainText = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength * 4)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(controlCharacters, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength);

const textLength = 200;

/** Accepts numbers where the documentation says string. */
export const text = z
  .union([z.string(), z.number().transform(String)])
  .transform((value) => plainText(value, textLength));

/** Null if the field is missing or empty. */
export const optionalText = text
  .nullish()
  .transform((value) => (value === undefined || value === null || value === '' ? null : value));

const digits = z
  .string()
  .trim()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** A non-negative whole number. */
export const whole = z.union([z.int().nonnegative(), digits]);

/** An ID: a whole number from 1. */
export const identifier = whole.pipe(z.int().positive());

/** 0 and 1, `"0"` and `"1"`, and the equivalents in other programming languages. */
export const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', '', 'on', 'off'])])
  .nullish()
  .transform((value) => [true, 1, '1', 'true', 'on'].includes(value ?? false));

const decimal = /^\$?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(\.\d{1,6})?$/;

/** An amount of money as a decimal string. */
export const amount = z
  .union([z.string().trim(), z.number().nonnegative().transform(String)])
  .pipe(z.string().regex(decimal))
  .transform((value) => value.replaceAll(/[$,]/g, ''));

/** Null if not offered: missing, empty, or the provider's -1.00. */
export const price = z
  .union([amount, z.literal([-1, '-1', '-1.0', '-1.00', '']).transform(() => null)])
  .nullish()
  .transform((value) => value ?? null);

/** A list, as an array or as an object keyed by number. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.union([
    z.array(item),
    z.record(z.string().regex(/^\d+$/), item).transform((entries): z.output<Item>[] => Object.values(entries)),
  ]);

/** An object with named members. An empty one arrives as an empty list. */
export const objectOf = <Value extends z.ZodType>(value: Value) =>
  z.union([
    z.record(z.string(), value),
    z
      .array(z.never())
      .length(0)
      .transform((): Record<string, z.output<Value>> => ({})),
  ]);

const dayOfYear = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/;

/** A date in YYYY-MM-DD format, or null if there is none. Drops any time that follows. */
export const optionalDate = z
  .string()
  .trim()
  .nullish()
  .transform((value) => (value && !value.startsWith('0000') ? value : null))
  .pipe(
    z
      .string()
      .regex(dayOfYear)
      .transform((value) => value.slice(0, 10))
      .nullable(),
  );
