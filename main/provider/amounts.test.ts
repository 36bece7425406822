import { expect, it } from 'vitest';
import { readMoney } from './amounts.ts';

it.each([
  ['9.99', '9.99', null],
  [9.99, '9.99', null],
  [9.990000000000002, '9.99', null],
  ['0.0137255', '0.013726', null],
  ['1,203.80', '1203.80', null],
  ['$9.99', '9.99', null],
  ['$ 9.99 USD', '9.99', 'USD'],
  ['US$9.99', '9.99', 'USD'],
  ['USD 9.99', '9.99', 'USD'],
  ['9.99usd', '9.99', 'USD'],
  ['9,99 €', '9.99', 'EUR'],
  ['€9,99 EUR', '9.99', 'EUR'],
  ['€1.203,80', '1203.80', 'EUR'],
  ['£7', '7', 'GBP'],
  ['CAD $7.00', '7.00', 'CAD'],
  ['-3.20', '-3.20', null],
  ['-$3.20', '-3.20', null],
  ['$-3.20', '-3.20', null],
  ['(3.20)', '-3.20', null],
  ['-0.00', '0.00', null],
  ['9.99 USD/mo', '9.99', 'USD'],
  [-1, '-1', null],
])('reads %j as %s in %s', (text, amount, currency) => {
  expect(readMoney(text)).toEqual({ amount, currency });
});

it.each([
  '',
  'free',
  '9.99 per',
  '1.2.3',
  '1,2',
  '12,34,56',
  '9.99 USD EUR',
  'EUR 9.99 USD',
  '--1',
  '-(1)',
  '1e3',
  '0x10',
  null,
  true,
  Number.NaN,
])('does not read %j', (text) => {
  expect(readMoney(text)).toBeUndefined();
});
