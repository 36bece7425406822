import { expect, it } from 'vitest';
import { billingCycles } from '#shared/flows/hosting.ts';
import { cycleNamed } from './cycles.ts';

it.each([
  ['hourly', 'Hourly', 'hour'],
  ['monthly', 'Monthly', 'month'],
  ['quarterly', 'Quarterly', 'quarter'],
  ['semiannually', 'Semi-Annually', 'semi annual', 'half-yearly', 'Biannually'],
  ['annually', 'Annually', 'annual', 'yearly'],
  ['biennially', 'Biennially', 'biennial'],
  ['triennially', 'Triennially', 'triennial'],
] as const)('%s has the names that providers use', (cycle, ...words) => {
  expect(words.map(cycleNamed)).toEqual(words.map(() => cycle));
});

it('every cycle is known by its own name, and nothing else is one', () => {
  expect(billingCycles.map(cycleNamed)).toEqual(billingCycles);
  expect(['One Time', 'free', '', 'constructor'].map(cycleNamed)).toEqual([null, null, null, null]);
});
