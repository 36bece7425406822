import { expect, test } from 'vitest';
import { coversAmount, cycleAmount, levelAmount, needsApproval, orderAmount, planAmount } from './approval.ts';

test('what costs more than the limit needs agreement, and so does what no one knows', () => {
  expect([10_000, 10_001, null].map((amount) => needsApproval(10_000, amount))).toEqual([false, true, true]);
  expect([10_001, null].map((amount) => needsApproval(null, amount))).toEqual([false, false]);
});

test('an agreement covers one percent more, and an unknown amount only as such', () => {
  expect([10_100, 10_101, 1].map((amount) => coversAmount(10_000, amount))).toEqual([true, false, true]);
  expect([coversAmount(null, null), coversAmount(null, 1), coversAmount(10_000, null)]).toEqual([true, false, false]);
});

test('an upgrade costs what is due now, or what it adds per month if that is more', () => {
  const plan = { billingcycle: 'annually', price: '600.00', monthly: '50.00', delta_monthly: '20.00' } as const;
  expect(planAmount({ ...plan, now_estimate: '120.00' }, 'order')).toBe(12_000);
  // Shortly before the end of a cycle.
  expect(planAmount({ ...plan, now_estimate: '0.70' }, 'order')).toBe(2_000);
  expect(planAmount({ ...plan, now_estimate: null }, 'order')).toBe(60_000);
  expect(planAmount({ ...plan, billingcycle: 'hourly', price: '0.07', now_estimate: null }, 'order')).toBe(5_000);
  expect(planAmount({ ...plan, now_estimate: null }, 'immediate')).toBe(2_000);
  expect(planAmount({ ...plan, delta_monthly: null, now_estimate: null }, 'immediate')).toBe(5_000);
});

test('an order costs its invoice, and no one knows what one in another currency costs', () => {
  expect(orderAmount({ total: '5.00', currency: 'USD' }, 2_000, 'USD')).toBe(2_000);
  expect(orderAmount({ total: '50.00', currency: null }, 2_000, 'USD')).toBe(5_000);
  expect(orderAmount({ total: '50.00', currency: 'EUR' }, 0, 'USD')).toBeNull();
  expect(orderAmount({ total: null, currency: null }, 2_000, 'USD')).toBeNull();
});

test('a change of cycle or level costs a whole cycle, unless the level gets cheaper', () => {
  expect(cycleAmount(999, 'annually')).toBe(11_988);
  expect(cycleAmount(999, 'hourly')).toBe(999);
  expect(cycleAmount(null, 'monthly')).toBeNull();
  expect(levelAmount(1_000, 1_000, 'annually')).toBe(0);
  expect(levelAmount(1_000, 1_001, 'quarterly')).toBe(3_003);
  expect(levelAmount(1_000, null, 'monthly')).toBeNull();
});
