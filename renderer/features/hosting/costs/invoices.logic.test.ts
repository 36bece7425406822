import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { contract } from '#shared/contract/index.ts';
import { csvExample, invoiceSubject, subjectChoices, subjectOf } from './invoices.logic.ts';

const servers = [{ serviceid: '12345', label: 'mail-1' }];
const addresses = [{ ip_id: 'ip_1', address: '203.0.113.7' }];

test('each option is sent as its own field', () => {
  const sent = subjectChoices(servers, addresses, english).map(({ value }) => subjectOf(value));
  expect(sent).toEqual([{}, { serviceid: '12345' }, { ip_id: 'ip_1' }]);
});

test.each([
  [{ serviceid: '12345', ip_address: null }, 'mail-1'],
  [{ serviceid: '99', ip_address: null }, '99'],
  [{ serviceid: null, ip_address: '203.0.113.7' }, '203.0.113.7'],
  [{ serviceid: null, ip_address: null }, 'Whole account'],
])('%j is shown as %s', (invoice, words) => {
  expect(invoiceSubject(invoice, servers, english)).toBe(words);
});

test('the example uses columns that the contract describes', () => {
  const [head = ''] = csvExample.split('\n');
  const described = contract.hosting.importInvoices.input.shape.csv.meta()?.description ?? '';
  for (const column of head.split(',')) expect(described).toContain(column);
});
