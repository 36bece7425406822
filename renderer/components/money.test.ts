import { expect, test } from 'vitest';
import { amountFromText, amountToText, formatDelta, formatMoney, formatUnitPrice, signOf } from './money.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

test.each([
  ['9.99', 'en', 'USD', '$9.99'],
  ['1234.5', 'en', 'USD', '$1,234.50'],
  ['1234.5', 'de', 'USD', '1.234,50 $'],
  ['1234.5', 'de', 'EUR', '1.234,50 €'],
  ['9.99', 'en', 'CAD', 'CA$9.99'],
  ['1200.00', 'en', 'JPY', '¥1,200'],
  ['-3.20', 'en', 'EUR', '−€3.20'],
  ['0.0137', 'en', 'USD', '$0.0137'],
  // More digits than a float holds.
  ['9007199254740993.01', 'en', 'USD', '$9,007,199,254,740,993.01'],
])('%s is formatted in %s and %s as %s', (amount, language, currency, text) => {
  expect(plain(formatMoney(amount, language, currency))).toBe(text);
});

test.each([
  ['9.00', '+$9.00'],
  ['-9.00', '−$9.00'],
  ['0.00', '$0.00'],
])('a difference of %s is shown with its sign: %s', (amount, text) => {
  expect(formatDelta(amount, 'en', 'USD')).toBe(text);
});

test.each([
  ['USD', 'en', '$', true],
  ['USD', 'de', '$', false],
  ['CAD', 'en', 'CA$', true],
  ['EUR', 'de', '€', false],
  ['%', 'en', '%', false],
  ['%', 'de', '%', false],
])('the sign of %s stands in %s where people write it', (unit, language, sign, isBefore) => {
  expect(signOf(unit, language)).toEqual({ sign, isBefore });
});

test.each([
  ['4.7475', 2, '$4.75'],
  ['0.1998', 3, '$0.200'],
])('a unit price of %s has %d decimals: %s', (amount, decimals, text) => {
  expect(formatUnitPrice(amount, 'en', 'USD', decimals)).toBe(text);
});

test.each([
  ['9.99', 'en', '9.99'],
  ['9.99', 'de', '9,99'],
  ['90', 'de', '90'],
  ['', 'de', ''],
])('%s is entered in %s as %s', (amount, language, text) => {
  expect(amountToText(amount, language)).toBe(text);
  expect(amountFromText(text, language)).toBe(amount);
});

test('what is no amount stays what the user typed, so that it can be refused', () => {
  expect(amountFromText('9,99', 'en')).toBe('9,99');
  expect(amountFromText('1.000,50', 'de')).toBe('1.000.50');
  expect(amountFromText('9.99', 'de')).toBe('9.99');
});
