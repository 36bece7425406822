import { describe, expect, it } from 'vitest';
import { plainText } from './wire.ts';

describe('text of the provider', () => {
  it.each([
    ['<b>Paid</b><br>on\tMonday', 'Paid on Mo'],
    ['a\u0000b\u200bc\u2028d', 'a b c d'],
    ['  no   more ', 'no more'],
    ['0123456789abc', '0123456789'],
    // Markup takes up to three quarters of what is read.
    [`<i class="${'x'.repeat(18)}">0123456789`, '0123456789'],
  ])('%j is shown as %j', (text, shown) => {
    expect(plainText(text, 10)).toBe(shown);
  });
});
