import { beforeAll, describe, expect, it } from 'vitest';
import { openAnsweringProvider } from '#e2e/support/answering-provider.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { failure } from '#e2e/support/provider.ts';
import type { OrderClient } from './order-client.ts';

const answering = perFile(() => openAnsweringProvider());
let provider: OrderClient;
beforeAll(async () => {
  ({ provider } = answering);
});
const answer = (body: unknown): void => answering.answer(body);

const serviceid = 12_345;
const result = (action: string, message: string) => [{ result: 'success', action, message }];

describe('check_upgrade_order', () => {
  const order = { id: 98, orderid: 550, invoiceid: 416, duedate: '2018-06-01', total: '4.00' };
  const check = () => provider.checkUpgradeOrder({ serviceid });

  it.each([
    ['as documented', { success: order }],
    [
      'numbers as strings',
      { success: { id: '98', orderid: '550', invoiceid: '416', duedate: '2018-06-01', total: '4.00' } },
    ],
    ['a number as total', { success: { ...order, total: 4 } }],
    ['a list of one', { success: [order] }],
    ['keyed by number', { success: { 0: order } }],
    ['with a time', { success: { ...order, duedate: '2018-06-01 00:00:00' } }],
  ])('finds an order: %s', async (_, body) => {
    answer(body);
    const total = body.success === order ? '4.00' : expect.stringMatching(/^4(\.00)?$/);
    expect(await check()).toEqual({ order: { ...order, total, currency: null } });
  });

  it.each([[null], [0], ['0'], [''], [undefined]])('finds an order without an invoice: %j', async (invoiceid) => {
    answer({ success: { ...order, invoiceid, total: '0.00' } });
    expect(await check()).toEqual({ order: { ...order, invoiceid: null, total: '0.00', currency: null } });
  });

  it.each([
    ['a currency', { total: '9.00 USD' }, { total: '9.00', currency: 'USD' }],
    ['a sign', { total: '€1.234,50' }, { total: '1234.50', currency: 'EUR' }],
    ['a credit', { total: '-3.20' }, { total: '-3.20', currency: null }],
    ['a credit with a sign', { total: '-$3.20 USD' }, { total: '-3.20', currency: 'USD' }],
    ['a credit in brackets', { total: '($3.20)' }, { total: '-3.20' }],
    ['an American date', { duedate: '11/29/2026' }, { duedate: '2026-11-29' }],
    ['a date with the day first', { duedate: '29/11/2026' }, { duedate: '2026-11-29' }],
    ['no date', { duedate: '0000-00-00' }, { duedate: null }],
    ['no orderid', { orderid: undefined }, { orderid: null }],
    ['no invoice', { invoiceid: false, total: null }, { invoiceid: null, total: null }],
  ])('finds an order with %s', async (_, odd, read) => {
    answer({ success: { ...order, ...odd } });
    expect((await check()).order).toMatchObject({ id: 98, ...read });
  });

  it('finds the newest of several orders', async () => {
    answer({ success: [order, { ...order, id: 100 }, { ...order, id: 99 }] });
    expect((await check()).order?.id).toBe(100);
  });

  it.each([[false], [null], [[]], [{}], [0], ['']])('finds none if success is %j', async (success) => {
    answer({ success });
    expect(await check()).toEqual({ order: null });
  });

  it.each([
    'No pending upgrade order was found.',
    'There is no upgrade order for this service',
    'No orders.',
    'Upgrade order not found.',
    'The order does not exist',
    'This service does not have a pending upgrade order.',
  ])('finds none if an error says %j', async (message) => {
    for (const body of [[{ result: 'error', message }], { result: 'error', action: 'Check Upgrade Order', message }]) {
      answer(body);
      expect(await check()).toEqual({ order: null });
    }
  });

  it.each([
    ['an unknown server', [{ result: 'error', message: 'A valid serviceid is required.' }], 'invalid_serviceid'],
    ['no authorization', { result: 'error', message: 'Not Authorized! No order for you.' }, 'not_authorized'],
    ['another error', [{ result: 'error', message: 'Something went wrong with this order.' }], 'refused'],
    ['an error about an order', [{ result: 'error', message: 'No authorization to see this order.' }], 'refused'],
    ['an error without a message', [{ result: 'error' }], 'refused'],
    ['true', { success: true }, 'unexpected_shape'],
    ['text', { success: 'none' }, 'unexpected_shape'],
    ['an object of another kind', { success: { id: 98 } }, 'unexpected_shape'],
    ['an order with an invalid total', { success: { ...order, total: 'four' } }, 'unexpected_shape'],
    ['an order with an invalid date', { success: { ...order, duedate: '13/31/2018' } }, 'unexpected_shape'],
    ['two orders, one of them not understood', { success: [order, { id: 99 }, 1] }, 'unexpected_shape'],
    ['a list with an empty list', { success: [[]] }, 'unexpected_shape'],
    ['an empty list without success', [], 'unexpected_shape'],
    ['a success result', result('Check Upgrade Order', 'None'), 'unexpected_shape'],
    ['an HTML page', '<html>no order</html>', 'not_json'],
    ['nothing', '', 'not_json'],
  ])('returns unknown, never "none": %s', async (_, body, reason) => {
    answer(body);
    expect(await failure(check())).toMatchObject({ reason });
  });
});

describe('check_upgrade_reboot', () => {
  it.each([
    [true, 'likely'],
    [false, 'unknown'],
    ['true', 'unknown'],
    [1, 'unknown'],
    ['', 'unknown'],
    [null, 'unknown'],
    [{}, 'unknown'],
  ])('success %j is %s', async (success, reboot) => {
    answer({ success });
    expect(await provider.checkUpgradeReboot({ serviceid })).toEqual({ reboot });
  });
  it('fails if there is no answer', async () => {
    answer({ reboot: true });
    expect(await failure(provider.checkUpgradeReboot({ serviceid }))).toMatchObject({ reason: 'unexpected_shape' });
  });
});

describe('get_billingcycle_prices', () => {
  const prices = () => provider.getBillingcyclePrices({ serviceid });
  const read = [
    { billingcycle: 'monthly', price: '9.99', duedate: '2026-02-01' },
    { billingcycle: 'annually', price: '107.89', duedate: null },
  ];

  it('reads an object of cycles, bare or under success, shortest cycle first', async () => {
    const body = { annually: '107.89', monthly: { price: '9.99', duedate: '2026-02-01' }, quarterly: '-1.00' };
    answer(body);
    expect(await prices()).toEqual(read);
    answer({ success: body });
    expect(await prices()).toEqual(read);
  });

  it('reads the cycles as WHMCS writes them', async () => {
    answer({ success: { 'Semi-Annually': '56.94 USD', Yearly: 'N/A' } });
    expect(await prices()).toEqual([{ billingcycle: 'semiannually', price: '56.94', duedate: null }]);
  });

  it('reads other names of the fields, in uppercase too', async () => {
    answer({
      Monthly: { total: 9.99, nextduedate: '2026-02-01' },
      Annually: { amount: '$107.89', duedate: '0000-00-00' },
      Biennially: { recurring: '1,203.80' },
    });
    expect(await prices()).toEqual([...read, { billingcycle: 'biennially', price: '1203.80', duedate: null }]);
  });

  it.each([
    [{}],
    [[]],
    [{ success: [] }],
    [{ daily: '1.00' }],
    [{ monthly: 'ask us' }],
    [{ monthly: [1] }],
    [{ monthly: { cost: '9.99' } }],
  ])('rejects %j', async (body) => {
    answer(body);
    expect(await failure(prices())).toMatchObject({ reason: 'unexpected_shape' });
  });
});
