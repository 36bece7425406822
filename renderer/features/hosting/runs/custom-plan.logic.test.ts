import { expect, test } from 'vitest';
import { choiceAt, planSliders, priceAt } from './custom-plan.logic.ts';
import type { PriceOption } from './plans.logic.ts';

const priced = (monthly: string) => ({
  hourly: null,
  monthly,
  quarterly: null,
  semiannually: null,
  annually: null,
  biennially: null,
  triennially: null,
});

const option = (value: number, size: number, monthly: string) => ({
  id: value,
  name: String(value),
  value,
  size,
  prices: priced(monthly),
});

const plan: PriceOption = {
  id: 9,
  rid: 190,
  name: 'Custom',
  ram: null,
  cpu: null,
  disk: null,
  bandwidth: null,
  sizes: { cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: null },
  ...priced('0.00'),
  mysort: 1,
  current: false,
  percent: 0,
  components: [
    { component: 'disk', name: 'Disk', kind: 'quantity', min: 20, max: 100, options: [option(1, 1, '0.04')] },
    {
      component: 'ram',
      name: 'RAM',
      kind: 'choice',
      min: 0,
      max: 0,
      options: [option(4, 4_096, '10.00'), option(1, 1_024, '2.50'), option(2, 2_048, '5.00')],
    },
  ],
};
const sizes = { cpu: 1, ram_mb: 2_048, disk_gb: 50, bandwidth_gb: 2_048 };

const sliders = (present = sizes) => {
  const found = planSliders(plan, present);
  if (!found) throw new Error('The plan has no dials');
  return found;
};

test("sliders start at the server's sizes, in the order of the seed", () => {
  expect(sliders().map(({ component, start, sizeAt }) => [component, sizeAt(start)])).toEqual([
    ['ram', 2_048],
    ['disk', 50],
  ]);
});

test('a size that is not offered starts at the next larger one', () => {
  const [ram] = sliders({ ...sizes, ram_mb: 3_000 });
  expect(ram?.sizeAt(ram.start)).toBe(4_096);
});

test('options are sorted by size and keep the values to send', () => {
  const [ram] = sliders();
  expect([0, 1, 2].map((at) => ram?.valueAt(at))).toEqual([1, 2, 4]);
});

test("a disk cannot go below the server's size, but memory can", () => {
  const [ram, disk] = sliders();
  expect(disk?.min).toBe(50);
  expect(ram?.sizeAt(ram.min)).toBe(1_024);
});

test('a server whose disk is larger than any option has no sliders', () => {
  expect(planSliders(plan, { ...sizes, disk_gb: 101 })).toBeUndefined();
});

test('the price follows the sliders', () => {
  const found = sliders();
  expect(choiceAt(found, {})).toEqual({ ram: 2, disk: 50 });
  expect(priceAt(plan, found, {}, 'monthly')).toMatchObject({ price: '7.00', sizes: { ram_mb: 2_048, disk_gb: 50 } });
  expect(priceAt(plan, found, { ram: 2, disk: 60 }, 'monthly')).toMatchObject({ price: '12.40' });
  expect(priceAt(plan, found, {}, 'annually')).toEqual({ refusal: 'cycle_not_offered' });
});
