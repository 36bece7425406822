import { expect, it } from 'vitest';
import { doubtAbout } from './agreement.ts';

const invoice = { invoiceid: 7, total: '18.99', currency: null };

it.each([
  ['agreed', invoice, '18.99', undefined],
  ['less than 1 % more', invoice, '18.90', undefined],
  ['more', invoice, '9.00', 'invoice_differs'],
  ['no estimate', invoice, null, 'invoice_not_agreed'],
  ['no estimate, far more than the plan', { ...invoice, total: '500.00' }, null, 'invoice_not_agreed'],
  ['no amount', { ...invoice, total: null }, '18.99', 'invoice_unknown'],
  ['no amount, and no estimate', { ...invoice, total: null }, null, 'invoice_unknown'],
  ['the same amount in another currency', { ...invoice, currency: 'EUR' }, '18.99', 'invoice_currency'],
  ['another currency, and no estimate', { ...invoice, currency: 'EUR' }, null, 'invoice_currency'],
  ['its own currency', { ...invoice, currency: 'USD' }, '18.99', undefined],
  ['nothing to pay', { invoiceid: null, total: null, currency: null }, null, undefined],
  ['a credit', { ...invoice, total: '-3.20' }, null, undefined],
  ['zero', { ...invoice, total: '0.00' }, null, undefined],
  ['no order', null, null, undefined],
] as const)('an invoice that is for %s', (_, order, agreed, doubt) => {
  expect(doubtAbout(order, agreed, 'USD')).toBe(doubt);
});
