import { expect, test } from 'vitest';
import { costsCsv, invoicesCsv } from './costs/cost-files.logic.ts';
import type { Invoice } from './costs/invoices.logic.ts';
import { toPayCsv } from './queue/queue.logic.ts';
import type { Run } from './runs/runs.logic.ts';
import { serversCsv } from './servers/server-file.logic.ts';
import type { Server } from './servers/servers.logic.ts';

/** What someone else may have called a server, a plan or an invoice. */
const hostile = '=HYPERLINK("http://x.example","y")';
const escaped = `"'=HYPERLINK(""http://x.example"",""y"")"`;

const rows = (csv: string): string[] => csv.split('\r\n').slice(0, -1);

test('a file of servers has costs with their currency, and no formula', () => {
  const server = {
    serviceid: '12345',
    label: hostile,
    status: 'ACTIVE',
    product_name: 'VPS, 2 GB',
    main_ip: '203.0.113.10',
    billingcycle: 'annually',
    managed: false,
    approximate_cost: '9.99',
    cost_source: 'price_list',
    tags: ['mail', 'web'],
  } as unknown as Server;
  const unknown = { ...server, label: 'web-2', product_name: null, billingcycle: null, managed: null, tags: [] };
  expect(rows(serversCsv([server, unknown], 'EUR'))).toEqual([
    'serviceid,label,status,product_name,main_ip,billingcycle,managed,approximate_cost,cost_source,currency,tags',
    `12345,${escaped},ACTIVE,"VPS, 2 GB",203.0.113.10,annually,false,9.99,price_list,EUR,mail web`,
    '12345,web-2,ACTIVE,,203.0.113.10,,,9.99,price_list,EUR,',
  ]);
});

test('a file of invoices to pay has the currency that an order names, and credits as numbers', () => {
  const order = { id: 1, orderid: 2, invoiceid: 3, duedate: '2026-01-31', total: '-4.50', currency: null };
  const run = { serviceid: '12345', server_label: '+web', plan: { name: hostile }, order } as unknown as Run;
  const foreign = { ...run, plan: null, order: { ...order, total: '1234.50', currency: 'EUR', duedate: null } } as Run;
  expect(rows(toPayCsv([run, foreign, { ...run, order: null }], 'USD'))).toEqual([
    'serviceid,server_label,plan,orderid,invoiceid,total,currency,duedate',
    `12345,'+web,${escaped},1,3,-4.50,USD,2026-01-31`,
    "12345,'+web,,1,3,1234.50,EUR,",
    `12345,'+web,${escaped},,,,USD,`,
  ]);
});

test('a file of costs has each month with its difference as a number', () => {
  const month = { month: '2026-01', estimated: '19.98', invoiced: '9.99', difference: '-9.99', is_final: true };
  expect(rows(costsCsv([month, { ...month, month: '2026-02', is_final: false }], 'USD'))).toEqual([
    'month,estimated,invoiced,difference,is_final,currency',
    '2026-01,19.98,9.99,-9.99,true,USD',
    '2026-02,19.98,9.99,-9.99,false,USD',
  ]);
});

test('a file of invoices has credit notes as numbers, and no formula', () => {
  const invoice: Invoice = {
    invoice_id: 'bill_1',
    number: '@10001',
    issued_on: '2026-01-31',
    total: '-12.00',
    billingcycle: 'monthly',
    serviceid: '12345',
    ip_id: null,
    ip_address: null,
    note: hostile,
    origin: 'imported',
    created_at: '2026-01-31T00:00:00.000Z',
  };
  const other = { ...invoice, number: '10002', total: '9.99', serviceid: null, note: '' };
  expect(rows(invoicesCsv([invoice, other], 'USD', ({ serviceid }) => serviceid ?? 'Account; all'))).toEqual([
    'number,issued_on,total,currency,billingcycle,serviceid,subject,note,origin',
    `'@10001,2026-01-31,-12.00,USD,monthly,12345,12345,${escaped},imported`,
    '10002,2026-01-31,9.99,USD,monthly,,"Account; all",,imported',
  ]);
});
