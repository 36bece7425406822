import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import {
  inOrder,
  isNamedAfterSizes,
  type PriceOption,
  planDisabledReason,
  presentPrice,
  sameSizes,
  shrinksDisk,
  unreadablePlanText,
} from './plans.logic.ts';

const sizes = { cpu: 1, ram_mb: 2_048, disk_gb: 50, bandwidth_gb: 2_048 };
const noPrices = {
  hourly: null,
  monthly: null,
  quarterly: null,
  semiannually: null,
  annually: null,
  biennially: null,
  triennially: null,
};

const plan = (changed: Partial<PriceOption> = {}): PriceOption => ({
  id: 1,
  rid: 101,
  name: 'Small',
  ram: null,
  cpu: null,
  disk: null,
  bandwidth: null,
  sizes: { ...sizes, cpu: 2 },
  ...noPrices,
  monthly: '18.99',
  mysort: 1,
  current: false,
  percent: 0,
  components: [],
  ...changed,
});

const custom = plan({
  rid: 190,
  name: 'Custom',
  monthly: '0.00',
  components: [{ component: 'cpu', name: 'CPU', kind: 'choice', min: 1, max: 1, options: [] }],
});
const server = { billingcycle: 'monthly', sizes } as const;

test("plans keep the provider's order, with custom ones at the end", () => {
  const rids = inOrder([custom, plan({ rid: 3, mysort: 2 }), plan({ rid: 2, mysort: 1 }), plan({ rid: 1, mysort: 1 })]);
  expect(rids.map(({ rid }) => rid)).toEqual([1, 2, 3, 190]);
});

test('a plan that changes something can be chosen', () => {
  expect(planDisabledReason(plan(), server, english)).toBeUndefined();
  expect(planDisabledReason(custom, server, english)).toBeUndefined();
});

test('a plan with a smaller disk is refused with the reason; one with an equal disk is not', () => {
  const shrunk = plan({ sizes: { ...sizes, cpu: 2, disk_gb: 49 } });
  expect(planDisabledReason(shrunk, server, english)).toMatch(
    /disk has 50 GB, this plan’s only 49 GB\. Castellan doesn’t order smaller disks/,
  );
  expect(planDisabledReason(plan({ sizes: { ...sizes, cpu: 2, disk_gb: 50 } }), server, english)).toBeUndefined();
});

test('the current plan and a plan without a difference are refused', () => {
  expect(planDisabledReason(plan({ current: true }), server, english)).toBe('This is the server’s current plan.');
  expect(planDisabledReason(plan({ sizes }), server, english)).toBe('This is the server’s current plan.');
});

test("a plan without a price for the server's cycle is refused", () => {
  const yearly = { ...server, billingcycle: 'annually' } as const;
  expect(planDisabledReason(plan(), yearly, english)).toBe('Not offered for the server’s billing cycle (Yearly).');
  expect(planDisabledReason(plan(), { ...server, billingcycle: null }, english)).toBeUndefined();
});

test("the server's current cost comes from the plan marked as current", () => {
  expect(presentPrice([plan(), plan({ current: true, monthly: '9.99', sizes })], server)).toBe('9.99');
  expect(presentPrice([plan()], server)).toBeNull();
});

test('unknown sizes count as unchanged', () => {
  expect(sameSizes({ ...sizes, disk_gb: null }, sizes)).toBe(true);
  expect(sameSizes({ ...sizes, cpu: 2 }, sizes)).toBe(false);
});

test.each([
  [{ name: 'Custom', field: 'monthly', value: 'N/A' }, 'Custom: monthly is “N/A”'],
  [{ name: null, field: 'rid', value: null }, 'Plan 3: rid is missing'],
  [{ name: null, field: null, value: '17' }, 'Plan 3 is “17”'],
])('names the field of a plan that cannot be read: %j', (plan, text) => {
  expect(unreadablePlanText({ position: 3, rid: null, ...plan }, english)).toBe(text);
});

test('a plan named after its sizes is recognized, whatever the unit; one with a name of its own is not', () => {
  const named = (name: string) => isNamedAfterSizes(name, sizes);
  expect(named('1 CPU / 2 GB / 50 GB SSD')).toBe(true);
  expect(named('1 vCPU, 2048 MB RAM, 50 GB NVMe, 2 TB traffic')).toBe(true);
  expect(named('3 CPU / 2 GB / 50 GB SSD')).toBe(false);
  expect(named('cx32')).toBe(false);
  expect(named('Unmanaged Linux VPS')).toBe(false);
  expect(named('')).toBe(false);
});

test('only a disk known to be smaller shrinks', () => {
  const having = (disk_gb: number | null) => shrinksDisk({ sizes: { ...sizes, disk_gb } }, server);
  expect([having(49), having(50), having(null)]).toEqual([true, false, false]);
});
