import { beforeAll, describe, expect, it } from 'vitest';
import { openAnsweringProvider } from '#e2e/support/answering-provider.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { canaryKey, failure } from '#e2e/support/provider.ts';
import type { OrderClient } from './order-client.ts';

const answering = perFile(() => openAnsweringProvider());
let provider: OrderClient;
beforeAll(async () => {
  ({ provider } = answering);
});
const answer = (body: unknown): void => answering.answer(body);

const serviceid = 12_345;

describe('get_price_list', () => {
  const option = {
    id: 1,
    name: '1 CPU',
    ram: '2',
    cpu: '1',
    disk: '50',
    bandwidth: '2',
    monthly: '9.99',
    quarterly: '29.07',
    semiannually: '56.94',
    annually: '107.89',
    biennially: '203.80',
    triennially: '287.71',
    mysort: 20,
    current: 1,
    promo: {},
    percent: 0,
    rid: 101,
    mtotal: '9.99',
    cycles: { monthly: '9.99' },
    firsts: ['9.99'],
    resource: null,
  };
  const list = () => provider.getPriceList({ serviceid, drive_type: 'hdd', managed: false, disk: 50 });

  it('sends the filters, and nothing that was left out', async () => {
    answer({ success: [option] });
    await list();
    expect(Object.fromEntries(answering.asked())).toMatchObject({
      serviceid: '12345',
      drive_type: 'hdd',
      managed: '0',
      disk: '50',
    });
    await provider.getPriceList({});
    expect([...answering.asked().keys()]).toEqual(['action', 'API']);
  });

  it.each([
    ['pricing of components', 'pricing', { ram: { '1': '2.00', '2': '4.00' }, cpu: { '1': '3.00' } }],
    ['pricing in a list', 'pricing', [{ name: 'RAM', price: '2.00' }]],
    ['components', 'components', { ram: [{ value: 1, price: '2.00' }] }],
    ['options', 'options', [{ name: 'RAM', price: '2.00' }]],
    ['resources', 'resources', { ram: { min: 1, max: 32, price: '2.00' } }],
    ['a resource', 'resource', { ram: '2.00' }],
  ])('does not sell a plan at its base price that has %s in a shape nobody knows', async (_, field, value) => {
    answer({ success: [option, { ...option, id: 2, rid: 190, name: 'Custom', [field]: value }] });
    const { plans, unreadable } = await list();
    expect(plans.map(({ rid }) => rid)).toEqual([101]);
    expect(unreadable).toMatchObject([{ rid: 190, name: 'Custom', field }]);
  });

  it.each([
    ['features', ['SSD', 'IPv4']],
    ['customfields', { customfield: [{ id: 1, name: 'Host name' }] }],
    ['tags', []],
    ['limits', {}],
    ['pricing', { USD: { monthly: '9.99', msetupfee: '0.00' } }],
  ])('still reads one with %s, which say nothing about components', async (field, value) => {
    answer({ success: [{ ...option, [field]: value }] });
    expect((await list()).unreadable).toEqual([]);
  });

  it('reads a fixed plan as documented', async () => {
    answer({ success: [option] });
    expect(await list()).toEqual({
      plans: [
        { ...option, hourly: null, components: [], sizes: { cpu: 1, ram_mb: 2_048, disk_gb: 50, bandwidth_gb: 2_048 } },
      ],
      unreadable: [],
      currency: null,
    });
  });

  it('reads loose shapes: objects keyed by number, numbers as strings, empty objects as lists, in display order', async () => {
    answer({
      success: {
        7: {
          ...option,
          id: '1',
          rid: '101',
          mysort: '20',
          current: '1',
          percent: '0',
          promo: [],
          cycles: [],
          firsts: [],
        },
        9: {
          ...option,
          id: 2,
          rid: 102,
          mysort: 10,
          monthly: 18.99,
          quarterly: -1,
          annually: '-1.00',
          ram: 4096,
          promo: null,
        },
      },
    });
    const [first, second] = (await list()).plans;
    expect(first).toMatchObject({
      rid: 102,
      monthly: '18.99',
      quarterly: null,
      annually: null,
      promo: {},
      sizes: { ram_mb: 4_096 },
    });
    expect(second).toMatchObject({ id: 1, rid: 101, current: 1, promo: {}, cycles: {}, firsts: [] });
  });

  it("reads a custom plan's options and quantities, and nothing that is not a component", async () => {
    const pricing = { monthly: '4.00', annually: '43.20', triennially: '-1.00' };
    const configoptions = {
      0: {
        id: '10',
        name: 'RAM',
        options: [
          { id: 1, name: '4 GB', pricing },
          { id: 2, name: 'None', pricing },
        ],
      },
      1: { id: 11, name: 'vCPU Cores', options: { 0: { id: 3, name: '2 Cores', pricing } } },
      2: { id: 12, name: 'Disk Space', minqty: '20', maxqty: '500', options: [{ id: 4, name: 'GB', pricing }] },
      3: { id: 13, name: 'Bandwidth', options: [{ id: 5, name: '3 TB', pricing }] },
      4: { id: 14, name: 'Operating System', options: [{ id: 6, name: 'Debian 13', pricing }] },
    };
    answer({ success: [{ ...option, ram: '', cpu: null, disk: undefined, monthly: '0.00', configoptions }] });
    const [custom] = (await list()).plans;
    expect(custom?.components.map(({ component, kind, min, max }) => [component, kind, min, max])).toEqual([
      ['ram', 'choice', 0, 0],
      ['cpu', 'choice', 0, 0],
      ['disk', 'quantity', 20, 500],
      ['bandwidth', 'choice', 0, 0],
    ]);
    expect(custom?.components.map(({ options }) => options.map(({ value, size }) => [value, size]))).toEqual([
      [[4, 4_096]],
      [[2, 2]],
      [[1, 1]],
      [[3, 3_072]],
    ]);
    expect(custom?.components[0]?.options[0]?.prices).toMatchObject({
      monthly: '4.00',
      annually: '43.20',
      triennially: null,
      quarterly: null,
    });
    expect(custom?.sizes).toMatchObject({ ram_mb: null, cpu: null, disk_gb: null });
  });

  it('may be empty', async () => {
    answer({ success: [] });
    expect(await list()).toEqual({ plans: [], unreadable: [], currency: null });
  });

  const pricing = { monthly: '4.00' };
  it.each([
    ['no rid', { ...option, rid: undefined }, { rid: null, name: '1 CPU', field: 'rid', value: null }],
    ['a rid of zero', { ...option, rid: 0 }, { rid: null, name: '1 CPU', field: 'rid', value: '0' }],
    ['a rid of null', { ...option, rid: null }, { rid: null, name: '1 CPU', field: 'rid', value: 'null' }],
    ['a price in words', { ...option, monthly: 'ask us' }, { rid: 101, field: 'monthly', value: 'ask us' }],
    ['a price in no currency', { ...option, monthly: '9.99 per' }, { rid: 101, field: 'monthly', value: '9.99 per' }],
    ['a negative price', { ...option, annually: -9.99 }, { rid: 101, field: 'annually', value: '-9.99' }],
    ['a list as name', { ...option, name: ['x'] }, { rid: 101, name: null, field: 'name', value: '[…]' }],
    ['a number', 17, { rid: null, name: null, field: null, value: '17' }],
    ['no name', { ...option, name: '', monthly: {} }, { name: null, field: 'monthly', value: '{…}' }],
    ['odd options', { ...option, configoptions: 'RAM' }, { rid: 101, field: 'configoptions', value: 'RAM' }],
    [
      'an odd price of an option',
      {
        ...option,
        configoptions: {
          4: { id: 10, name: 'RAM', options: [{ id: 1, name: '4 GB', pricing: { ...pricing, annually: '?' } }] },
        },
      },
      { rid: 101, field: 'configoptions.4.options.0.pricing.annually', value: '?' },
    ],
    [
      'markup and what may be a secret',
      { ...option, monthly: '<b>ask</b>\n sk_live_0123456789abcdefghij' },
      { field: 'monthly', value: 'ask […]' },
    ],
    ['the key', { ...option, monthly: `at ${canaryKey}` }, { field: 'monthly', value: 'at [key]' }],
  ])('leaves out a plan with %s, names the field, and shows the others', async (_, broken, named) => {
    answer({ success: [option, broken, { ...option, rid: 102 }] });
    const { plans, unreadable } = await list();
    expect(plans.map(({ rid }) => rid)).toEqual([101, 102]);
    expect(unreadable).toEqual([expect.objectContaining({ position: 2, ...named })]);
  });

  const custom = { rid: 150, id: 9, name: 'Custom', monthly: '0.00' };
  const ram = { id: 10, name: 'RAM', options: [{ id: 1, name: '4 GB', pricing }] };
  it.each([
    [
      'keyed by name',
      { 'VPS 1': { ...option, name: undefined }, 'VPS 2': { ...option, rid: 102 } },
      ['VPS 1', '1 CPU'],
    ],
    ['in groups', { fixed: [option], custom: { 0: { ...custom, configoptions: [ram] } } }, ['Custom', '1 CPU']],
    ['in groups keyed by name', { fixed: { 'VPS 1': { ...option, name: undefined } }, custom: [] }, ['VPS 1']],
    ['as one plan', option, ['1 CPU']],
    ['with cycles as WHMCS writes them', [{ ...option, monthly: undefined, Monthly: '9.99' }], ['1 CPU']],
    ['with prices in an object', [{ ...option, monthly: undefined, pricing: { monthly: '9.99' } }], ['1 CPU']],
    ['with a price that is a long float', [{ ...option, monthly: 9.990000000000002 }], ['1 CPU']],
    ['with a sign and a currency', [{ ...option, monthly: '$9.99 USD' }], ['1 CPU']],
    ['with a price per month', [{ ...option, monthly: '9.99/mo' }], ['1 CPU']],
  ])('reads a list %s', async (_, success, names) => {
    answer({ success });
    const { plans, unreadable } = await list();
    expect(unreadable).toEqual([]);
    expect(plans.map(({ name }) => name)).toEqual(names);
    expect(plans.at(-1)?.monthly).toBe('9.99');
  });

  it.each([
    [
      'as WHMCS answers it',
      { configoption: [{ ...ram, options: { option: [{ id: 1, name: '4 GB', pricing: { EUR: pricing } }] } }] },
    ],
    ['keyed by component', { RAM: [{ id: 1, name: '4 GB', pricing }] }],
    ['with the prices beside the name', [{ ...ram, options: [{ id: 1, name: '4 GB', monthly: '4.00' }] }]],
  ])('reads the nested pricing of a custom plan %s', async (_, configoptions) => {
    answer({ success: [{ ...custom, configoptions }] });
    const { plans, unreadable } = await list();
    expect(unreadable).toEqual([]);
    expect(plans[0]?.components).toMatchObject([
      { component: 'ram', options: [{ value: 4, size: 4_096, prices: { monthly: '4.00' } }] },
    ]);
  });

  it.each([
    ['USD', { ...option, monthly: '9.99 USD' }],
    ['EUR', { ...option, annually: '99,00 €' }],
    ['CAD', { ...custom, pricing: { CAD: { monthly: '9.99' } } }],
    [null, { ...option, monthly: '$9.99' }],
  ])('tells the currency %s', async (currency, plan) => {
    answer({ success: [plan] });
    expect((await list()).currency).toBe(currency);
  });

  it.each([['N/A'], ['-1.00 USD'], ['not available'], ['-'], [false]])('takes %j as not offered', async (quarterly) => {
    answer({ success: [{ ...option, quarterly }] });
    expect((await list()).plans[0]).toMatchObject({ monthly: '9.99', quarterly: null });
  });

  it('takes a free plan as one that costs nothing', async () => {
    answer({ success: [{ ...option, monthly: 'Free' }] });
    expect((await list()).plans[0]?.monthly).toBe('0.00');
  });

  it.each([[[option]], [[]], [{ success: true }], [{ success: 'none' }], [{ success: { count: 0 } }]])(
    'rejects %j',
    async (body) => {
      answer(body);
      expect(await failure(list())).toMatchObject({ reason: 'unexpected_shape' });
    },
  );
});
