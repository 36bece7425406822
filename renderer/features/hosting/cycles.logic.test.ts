import { expect, test } from 'vitest';
import { english } from '#e2e/fixtures/texts.ts';
import { cycleRefusal } from './cycles.logic.ts';

const prices = [{ billingcycle: 'monthly' }, { billingcycle: 'annually' }] as const;

test.each([
  ['monthly', 'The server is billed this way now'],
  ['annually', undefined],
  ['hourly', 'The provider has disabled hourly billing. Its customer service can enable it'],
  ['quarterly', 'Not offered for this server'],
] as const)('%s for a monthly server: %s', (cycle, reason) => {
  expect(cycleRefusal(cycle, prices, { billingcycle: 'monthly' }, english)).toBe(reason);
});

test('where hourly billing is enabled it can be chosen', () => {
  expect(cycleRefusal('hourly', [{ billingcycle: 'hourly' }], { billingcycle: 'monthly' }, english)).toBeUndefined();
});
