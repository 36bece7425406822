import { expect, test } from 'vitest';
import { amountOf, dayOf } from './table-words.ts';

test.each([
  ['9,99', '9.99'],
  ['9,9', '9.9'],
  ['-1234,50', '-1234.50'],
  ['1.234,50', '1234.50'],
  ['-12.345.678,90', '-12345678.90'],
  ['9.99', '9.99'],
  // A thousand or one and a bit: whoever imports it has to say.
  ['1,234', '1,234'],
  ['1.234', '1.234'],
  ['12.34,50', '12.34,50'],
  ['1,234.50', '1,234.50'],
  ['nine', 'nine'],
])('the amount %j is %j', (cell, amount) => {
  expect(amountOf(cell)).toBe(amount);
});

test.each([
  ['31.01.2026', '2026-01-31'],
  ['1.2.2026', '2026-02-01'],
  ['2026-01-31', '2026-01-31'],
  // March or January?
  ['01/03/2026', '01/03/2026'],
  ['31.01.26', '31.01.26'],
  ['yesterday', 'yesterday'],
])('the day %j is %j', (cell, day) => {
  expect(dayOf(cell)).toBe(day);
});
