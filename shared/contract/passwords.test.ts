import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLongEnough, passwordError } from './passwords.ts';

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

  it('never require character classes', () => {
    expect(passwordError('abcdefgh')).toBeUndefined();
    expect(isLongEnough('abcdefgh')).toBe(true);
  });
});

it.each([
  ['', false],
  ['Abcdef1', false],
  ['abcdefgh', true],
  ['😀😀😀😀', false],
  ['😀'.repeat(8), true],
])('says whether %j is long enough', (password, expected) => {
  expect(isLongEnough(password)).toBe(expected);
});

it('counts what an organization requires as the service does, letters composed', () => {
  expect(isLongEnough('e\u0301'.repeat(8), 9)).toBe(false);
  expect(isLongEnough('é'.repeat(9), 9)).toBe(true);
});
