import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordAdvice, passwordError } from './passwords.ts';

const unmet = (password: string) => passwordAdvice.filter(({ met }) => !met(password)).map(({ id }) => id);

describe('password rules', () => {
  it('allow any length', () => {
    for (const unit of ['a', 'é', '€', '😀']) expect(passwordError(unit.repeat(250))).toBeUndefined();
  });

  it('reject a NUL anywhere', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (before, after) => {
        expect(passwordError(`${before}\0${after}`)).toEqual({ reason: 'contains_nul' });
      }),
    );
  });

  it('never require character classes, which are only advice', () => {
    expect(passwordError('abcdefgh')).toBeUndefined();
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
