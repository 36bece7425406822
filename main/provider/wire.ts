import { z } from 'zod';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';

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

/** Null if the field is missing, empty, or PHP's false. */
export const optionalText = z
  .union([text, z.literal(false)])
  .nullish()
  .transform((value) => value || null);

const digits = z
  .string()
  .trim()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** A non-negative whole number. */
export const whole = z.union([z.int().nonnegative(), digits]);

/** An ID: a whole number from 1. */
export const identifier = whole.pipe(z.int().positive());

const yes = ['1', 'true', 'on', 'yes', 'y'];
const no = ['0', '', 'false', 'off', 'no', 'n'];

/** 0 and 1, and what other programming languages and people write for them. Any other number means yes, as in PHP. */
export const flag = z
  .union([
    z.boolean(),
    z.number().transform((value) => value !== 0),
    z
      .string()
      .transform((word) => lowerAscii(word.trim()))
      .pipe(z.union([z.enum(yes).transform(() => true), z.enum(no).transform(() => false)])),
  ])
  .nullish()
  .transform((value) => value ?? false);

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

const isoDate = /^(\d{4})-(\d\d)-(\d\d)(?:[T ].*)?$/;
const slashDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

const dateOf = (year: string, month: string, dayOfMonth: string): string | undefined => {
  const date = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  return z.iso.date().safeParse(date).data;
};

/**
 * YYYY-MM-DD, also with a time. DECISION 0113: 11/29/2026 has the month first, as in the United States, unless that is
 * impossible.
 */
const readDate = (text: string): string | undefined => {
  const [, year = '', month = '', dayOfMonth = ''] = isoDate.exec(text) ?? [];
  if (year) return dateOf(year, month, dayOfMonth);
  const [, first = '', second = '', of = ''] = slashDate.exec(text) ?? [];
  return dateOf(of, first, second) ?? dateOf(of, second, first);
};

/** A date in YYYY-MM-DD format, or null if there is none. */
export const optionalDate = z
  .union([z.string().trim(), z.literal(false)])
  .nullish()
  .transform((value) => (value && !/^0000|^00\/00/.test(value) ? value : null))
  .transform((value, context): string | null => {
    const date = value === null ? null : readDate(value);
    if (date !== undefined) return date;
    context.addIssue({ code: 'custom', message: 'not a date' });
    return z.NEVER;
  });
