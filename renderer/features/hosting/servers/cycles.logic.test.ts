import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { cycleDisabledReason, savingOf } from './cycles.logic.ts';

const prices = [{ billingcycle: 'monthly' }, { billingcycle: 'annually' }] as const;

test.each([
  ['monthly', undefined],
  ['annually', undefined],
  ['hourly', 'The provider has disabled hourly billing. Contact its support to enable it'],
  ['quarterly', 'Not offered for this server'],
] as const)('%s for a monthly server: %s', (cycle, reason) => {
  expect(cycleDisabledReason(cycle, prices, { billingcycle: 'monthly' }, english)).toBe(reason);
});

test('hourly billing can be chosen if it is enabled', () => {
  expect(
    cycleDisabledReason('hourly', [{ billingcycle: 'hourly' }], { billingcycle: 'monthly' }, english),
  ).toBeUndefined();
});

test('a longer cycle says what it saves against the monthly one', () => {
  const prices = [
    { billingcycle: 'monthly', monthly: '9.99' },
    { billingcycle: 'annually', monthly: '8.99' },
    { billingcycle: 'hourly', monthly: '12.50' },
  ] as const;
  expect(prices.map((price) => savingOf(price, prices))).toEqual([undefined, 10, undefined]);
  expect(savingOf({ monthly: '8.99' }, prices.slice(1))).toBeUndefined();
});
