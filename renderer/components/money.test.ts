import { expect, test } from 'vitest';
import { formatDelta, formatMoney } from './money.ts';

test.each([
  ['9.99', 'en', '9.99'],
  ['1234.5', 'en', '1,234.50'],
  ['1234.5', 'de', '1.234,50'],
  ['0.0137', 'en', '0.0137'],
  // More digits than a float holds.
  ['9007199254740993.01', 'en', '9,007,199,254,740,993.01'],
])('%s is formatted in %s as %s', (amount, language, text) => {
  expect(formatMoney(amount, language)).toBe(text);
});

test.each([
  ['9.00', '+9.00'],
  ['-9.00', '-9.00'],
  ['0.00', '0.00'],
])('a difference of %s is shown with its sign: %s', (amount, text) => {
  expect(formatDelta(amount, 'en')).toBe(text);
});
