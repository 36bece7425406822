import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordAdvice, passwordError, utf8Length } from './passwords.ts';

const none: readonly string[] = [];
const unmet = (password: string) => passwordAdvice.filter(({ met }) => !met(password)).map(({ id }) => id);

describe('length in bytes', () => {
  it('matches an encoder for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });

  it.each([
    ['', 0],
    ['a', 1],
    ['\u007f', 1],
    ['\u0080', 2],
    ['\u07ff', 2],
    ['\u0800', 3],
    ['\uffff', 3],
    ['😀', 4],
    ['\ud800', 3],
  ])('of %j is %i bytes', (text, bytes) => {
    expect(utf8Length(text)).toBe(bytes);
  });
});

describe('password rules', () => {
  it('allow 72 bytes and reject 73, with single-byte and longer characters', () => {
    for (const unit of ['a', 'é', '€', '😀']) {
      const full = unit.repeat(72 / utf8Length(unit));
      expect(passwordError(full, none)).toBeUndefined();
      expect(passwordError(`${full}a`, none)).toEqual({ reason: 'too_long', params: { max: 72 } });
    }
  });

  it('reject a NUL anywhere', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (before, after) => {
        expect(passwordError(`${before}\0${after}`, none)).toEqual({ reason: 'contains_nul' });
      }),
    );
  });

  it("reject the user's own email and name in any case, but nothing for an empty name", () => {
    const own = ['Ada@Example.com', '  Ada Lovelace '];
    expect(passwordError('ADA@example.COM', own)).toEqual({ reason: 'own_name_or_email' });
    expect(passwordError('ada lovelace', own)).toEqual({ reason: 'own_name_or_email' });
    expect(passwordError('ada lovelace 1843', own)).toBeUndefined();
    expect(passwordError('', ['', '  '])).toBeUndefined();
  });

  it('never require character classes, which are only advice', () => {
    expect(passwordError('abcdefgh', none)).toBeUndefined();
    expect(unmet('abcdefgh')).toEqual(['upper', 'digit']);
  });
});

describe('advice (seed 000 §2, Password requirements)', () => {
  it.each([
    ['', ['length', 'upper', 'lower', 'digit']],
    ['Aa1', ['length']],
    ['Abcdefg1', []],
    ['ABCDEFG1', ['lower']],
    ['Ärgerlich7', []],
    ['😀😀😀😀', ['length', 'upper', 'lower', 'digit']],
  ])('for %j lacks %j', (password, expected) => {
    expect(unmet(password)).toEqual(expected);
  });
});
