import { expect, test } from 'vitest';
import { english } from '#e2e/fixtures/texts.ts';
import { cycleDisabledReason } from './cycles.logic.ts';

const prices = [{ billingcycle: 'monthly' }, { billingcycle: 'annually' }] as const;

test.each([
  ['monthly', 'This is the current billing cycle'],
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
