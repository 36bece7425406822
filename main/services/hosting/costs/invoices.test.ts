import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createLiveService, monthlyServer } from '#e2e/support/hosting.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, RequestOf } from '#shared/contract/operation.ts';
import { textLimits } from '#shared/rules/limits.ts';
import { invoiceProblem } from './invoice-csv.ts';

const { hosting } = contract;

const live = perTest(() => createLiveService());

/** Signs in again each time, because sessions end as time passes. */
const call = async <Op extends OperationSpec>(operation: Op, input: RequestOf<Op>) => {
  const { token } = await live.app.login(live.owner.person);
  return live.app.call(operation, input, { token });
};

describe('IP addresses', () => {
  it('cost 4.99 unless another cost is given, once each, and nothing after removal', async () => {
    const added = await call(hosting.addIpAddress, { address: '198.51.100.1', serviceid: monthlyServer });
    expect(added.approximate_cost).toBe('4.99');
    await failsWith(call(hosting.addIpAddress, { address: '198.51.100.1' }), 'IP_ADDRESS_EXISTS');
    await failsWith(call(hosting.addIpAddress, { address: '198.51.100.2', serviceid: '1' }), 'SERVER_NOT_FOUND');
    await failsWith(call(hosting.addIpAddress, { address: '198.51.100.256' }), 'VALIDATION_FAILED');
    expect((await call(hosting.listServers, {})).monthly_cost).toBe('71.67');
    const { ip_id } = added;
    await failsWith(call(hosting.updateIpAddress, { ip_id, serviceid: '1' }), 'SERVER_NOT_FOUND');
    await call(hosting.updateIpAddress, { ip_id, approximate_cost: '3', label: 'Out', serviceid: null });
    const { ip_addresses } = await call(hosting.listIpAddresses, { q: 'out' });
    expect(ip_addresses).toMatchObject([{ approximate_cost: '3.00', serviceid: null }]);
    expect(await call(hosting.getIpAddress, { ip_id })).toEqual(ip_addresses[0]);
    await call(hosting.removeIpAddress, { ip_id });
    await failsWith(call(hosting.getIpAddress, { ip_id }), 'NOT_FOUND');
    await failsWith(call(hosting.removeIpAddress, { ip_id }), 'NOT_FOUND');
    expect((await call(hosting.listServers, {})).monthly_cost).toBe('66.68');
    await call(hosting.addIpAddress, { address: '198.51.100.1' });
  });
});

describe('invoices', () => {
  it('name the address that they are for, also once it was removed', async () => {
    const { ip_id } = await call(hosting.addIpAddress, { address: '198.51.100.9' });
    const input = { number: 'A-9', issued_on: '2026-01-20', total: '4.99', ip_id };
    const added = await call(hosting.addInvoice, input);
    expect(added).toMatchObject({ ip_address: '198.51.100.9' });
    await call(hosting.removeIpAddress, { ip_id });
    expect((await call(hosting.listInvoices, {})).invoices).toMatchObject([{ ip_id, ip_address: '198.51.100.9' }]);
    const { invoice_id } = added;
    expect(await call(hosting.getInvoice, { invoice_id })).toEqual(added);
    await call(hosting.removeInvoice, { invoice_id });
    await failsWith(call(hosting.getInvoice, { invoice_id }), 'NOT_FOUND');
  });

  it('are entered once, found and removed', async () => {
    const input = { number: 'A-1', issued_on: '2026-01-20', total: '9.99', serviceid: monthlyServer, note: 'January' };
    const invoice = await call(hosting.addInvoice, input);
    expect(invoice).toMatchObject({ ...input, billingcycle: 'monthly', origin: 'entered' });
    await failsWith(call(hosting.addInvoice, input), 'INVOICE_EXISTS');
    await failsWith(call(hosting.addInvoice, { ...input, number: 'A-2', serviceid: '1' }), 'SERVER_NOT_FOUND');
    await failsWith(call(hosting.addInvoice, { ...input, number: 'A-2', ip_id: 'ip_x' }), 'VALIDATION_FAILED');
    await failsWith(
      call(hosting.addInvoice, { ...input, number: 'A-2', issued_on: '2026-02-30' }),
      'VALIDATION_FAILED',
    );
    expect((await call(hosting.listInvoices, { q: 'januar' })).invoices).toEqual([invoice]);
    await call(hosting.removeInvoice, { invoice_id: invoice.invoice_id });
    expect((await call(hosting.listInvoices, {})).total).toBe(0);
  });

  it('are imported from a spreadsheet all or nothing, with a message for each row', async () => {
    const csv = [
      'Number;Total;Issued_On;ServiceId;Extra',
      `B-1;9.99;2026-01-02;${monthlyServer};x`,
      '"B-2";"312.99";2026-01-03;;y',
    ].join('\r\n');
    expect(await call(hosting.importInvoices, { csv })).toEqual({
      imported: 2,
      rows: [
        { row: 1, number: 'B-1', outcome: 'imported', problems: [] },
        { row: 2, number: 'B-2', outcome: 'imported', problems: [] },
      ],
    });
    const again = await call(hosting.importInvoices, { csv: `${csv}\nB-3;1.00;2026-01-04;;` });
    expect(again.imported).toBe(1);
    expect(again.rows.map(({ outcome }) => outcome)).toEqual(['known', 'known', 'imported']);
    const german = 'Number;Issued_On;Total\nB-4;31.01.2026;1.234,50\n';
    expect((await call(hosting.importInvoices, { csv: german })).imported).toBe(1);
    const { invoices } = await call(hosting.listInvoices, { q: 'B-4' });
    expect(invoices).toMatchObject([{ issued_on: '2026-01-31', total: '1234.50' }]);
    const wrong = await call(hosting.importInvoices, {
      csv: 'number,issued_on,total,serviceid\nC-1,2026-01-05,1.00,\nC-2,yesterday,1.00,\nC-3,2026-01-05,1.00,404\nC-1,2026-01-05,1.00,',
    });
    expect(wrong.imported).toBe(0);
    expect(wrong.rows.map(({ row, outcome, problems }) => [row, outcome, problems])).toEqual([
      [2, 'wrong', [invoiceProblem('issued_on', { reason: 'date' })]],
      [3, 'wrong', [invoiceProblem('serviceid', { reason: 'server' })]],
      [4, 'wrong', [invoiceProblem('number', { reason: 'csv_duplicate' })]],
    ]);
    const long = await call(hosting.importInvoices, {
      csv: `number,issued_on,total,billingcycle,note\n${'9'.repeat(65)},,1.00,weekly,${'n'.repeat(300)}`,
    });
    expect(long.rows[0]?.problems).toEqual([
      invoiceProblem('number', { reason: 'too_long', params: { max: 64 } }),
      invoiceProblem('issued_on', { reason: 'required' }),
      invoiceProblem('billingcycle', { reason: 'billing_cycle' }),
      invoiceProblem('note', { reason: 'too_long', params: { max: textLimits.name } }),
    ]);
    expect((await call(hosting.listInvoices, {})).total).toBe(4);
  });

  it.each(['number,total\n1,2', 'number,issued_on,total', 'number,issued_on,total\n"1,2026-01-01,1', '\n\n'])(
    'are rejected as a whole if the file is invalid: %j',
    async (csv) => {
      const { errors } = await failsWith(call(hosting.importInvoices, { csv }), 'VALIDATION_FAILED');
      expect(errors?.[0]?.path).toBe('csv');
    },
  );
});
