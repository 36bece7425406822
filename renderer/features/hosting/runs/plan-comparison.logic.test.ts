import { expect, test } from 'vitest';
import { comparePlans, sortPlans } from './plan-comparison.logic.ts';
import type { PriceOption } from './plans.logic.ts';

const noPrices = {
  hourly: null,
  monthly: null,
  quarterly: null,
  semiannually: null,
  annually: null,
  biennially: null,
  triennially: null,
};
const sizes = { cpu: 1, ram_mb: 2_048, disk_gb: 50, bandwidth_gb: 2_048 };

const plan = (changed: Partial<PriceOption>): PriceOption => ({
  id: 1,
  rid: 101,
  name: 'Small',
  ram: null,
  cpu: null,
  disk: null,
  bandwidth: null,
  sizes,
  ...noPrices,
  mysort: 1,
  current: false,
  percent: 0,
  components: [],
  ...changed,
});

const current = plan({ rid: 100, current: true, monthly: '9.99' });
const large = plan({ rid: 102, monthly: '18.99', sizes: { ...sizes, cpu: 2, ram_mb: 4_096, disk_gb: 75 } });
const server = { billingcycle: 'monthly', sizes, approximate_cost: '9.99' } as const;

test('a plan is compared with the current one, in total and per core and GB', () => {
  expect(comparePlans([current, large], server)).toEqual([
    {
      plan: undefined,
      sizes,
      monthly: '9.99',
      delta: null,
      unitPrices: { core: '9.9900', memory: '4.9950', disk: '0.1998' },
    },
    {
      plan: large,
      sizes: large.sizes,
      monthly: '18.99',
      delta: '9.00',
      unitPrices: { core: '9.4950', memory: '4.7475', disk: '0.2532' },
    },
  ]);
});

test('prices of longer cycles are compared per month', () => {
  const yearly = { ...server, billingcycle: 'annually' } as const;
  const [present, other] = comparePlans(
    [plan({ current: true, annually: '120.00' }), plan({ rid: 102, annually: '240.00' })],
    yearly,
  );
  expect(present).toMatchObject({ monthly: '10.00' });
  expect(other).toMatchObject({ monthly: '20.00', delta: '10.00', unitPrices: { core: '20.0000', memory: '10.0000' } });
});

test('a current plan without a listed price counts with the known cost of the server', () => {
  const [present, other] = comparePlans([large], { ...server, approximate_cost: '12.00' });
  expect(present).toMatchObject({ monthly: '12.00' });
  expect(other).toMatchObject({ delta: '6.99' });
});

test('half a GB of memory costs twice its price per GB', () => {
  const [, tiny] = comparePlans([plan({ rid: 103, monthly: '3.00', sizes: { ...sizes, ram_mb: 512 } })], server);
  expect(tiny?.unitPrices.memory).toBe('6.0000');
});

test('sizes and prices that are not known, or zero, have no price per unit', () => {
  const [, unknown, free] = comparePlans(
    [
      plan({ rid: 104, monthly: null }),
      plan({ rid: 105, monthly: '0.00', sizes: { ...sizes, cpu: null, disk_gb: 0 } }),
    ],
    server,
  );
  expect(unknown).toMatchObject({ monthly: null, delta: null, unitPrices: { core: null, memory: null, disk: null } });
  expect(free?.unitPrices).toEqual({ core: null, memory: '0.0000', disk: null });
});

test('custom plans are left out: their price depends on what is chosen', () => {
  const custom = plan({
    rid: 190,
    components: [{ component: 'cpu', name: 'CPU', kind: 'choice', min: 1, max: 1, options: [] }],
  });
  expect(comparePlans([current, custom], server).map((row) => row.plan?.rid)).toEqual([undefined]);
});

test.each([
  ['monthly', false, [101, 103, 102, 104]],
  ['monthly', true, [102, 103, 101, 104]],
  ['core', false, [102, 101, 103, 104]],
] as const)('sorts by %s, descending %s; unknown prices come last', (key, descending, rids) => {
  const plans = comparePlans(
    [
      plan({ rid: 104, monthly: null }),
      plan({ rid: 103, monthly: '15.00' }),
      plan({ rid: 102, monthly: '100.00', sizes: { ...sizes, cpu: 16 } }),
      plan({ rid: 101, monthly: '10.00' }),
    ],
    server,
  ).filter((row) => row.plan !== undefined);
  expect(sortPlans(plans, { key, descending }).map((row) => row.plan?.rid)).toEqual(rids);
});
