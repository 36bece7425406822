import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainLine, isVisible } from '../text-input/shown-text.ts';
import * as field from './fields.ts';
import { enteredInvoice } from './hosting/resources/costs.ts';

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success;

/** What forges a line, or turns round what comes after it. */
const unshowable: [string, string][] = [
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['the first half of a character', '\ud83d'],
  ['the second half', '\udc68'],
  ...[
    '\u061c',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ].map((char): [string, string] => [`U+${char.charCodeAt(0).toString(16)}`, char]),
];

/** What no one sees. */
const invisible: [string, string][] = [
  '\u200b',
  '\u200d',
  '\u2060',
  '\u3164',
  '\u115f',
  '\uffa0',
  '\u2800',
  '\u00ad',
  '\ufe0f',
  '\u3000',
  '\u00a0',
  '\u{e0041}',
].map((char) => [`U+${char.codePointAt(0)?.toString(16)}`, char]);

describe('names', () => {
  it('are trimmed, and must not be empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        const result = field.name.safeParse(text);
        expect(result.success).toBe(isPlainLine(text.trim()) && isVisible(text.trim()));
        if (result.success) expect(result.data).toBe(text.normalize('NFC').trim());
      }),
    );
  });

  it('reject control characters', () => {
    for (let code = 0; code < 0xa0; code += 1) {
      const isControl = code < 0x20 || code >= 0x7f;
      expect(accepts(field.name, `a${String.fromCharCode(code)}b`)).toBe(!isControl);
    }
  });

  it.each(unshowable)('and other texts that others see reject %s', (_, text) => {
    for (const shown of [field.name, field.description, enteredInvoice.note, enteredInvoice.number])
      expect(accepts(shown, `a${text}b`)).toBe(false);
  });

  it.each(invisible)('reject %s alone', (_, text) => {
    for (const alone of [text, text.repeat(3), ` ${text} `]) {
      const { error } = field.name.safeParse(alone);
      expect(['invisible', 'required']).toContain(error?.issues[0]?.message);
    }
    // Beside something that can be seen, as in a family of emojis, most of them mean something.
    expect(accepts(field.name, `a${text}b`)).toBe(true);
  });

  it.each([
    'O\u2019Neill',
    '\u0639\u0644\u064a',
    '\ud83d\udc68\u200d\ud83d\udc69',
    '\u65e5\u672c',
    '42',
    '\u2014',
    'Zo\u00eb',
  ])('accept %s', (text) => {
    expect(field.name.parse(text)).toBe(text);
  });

  it('are stored in one form, however their letters were composed', () => {
    expect(field.name.parse('E\u0301mile')).toBe('\u00c9mile');
    expect(field.description.parse('E\u0301mile')).toBe('\u00c9mile');
  });

  it('accept at most 200 characters', () => {
    expect(accepts(field.name, 'x'.repeat(200))).toBe(true);
    expect(accepts(field.name, 'x'.repeat(201))).toBe(false);
  });
});
