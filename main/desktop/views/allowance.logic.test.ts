import { expect, it } from 'vitest';
import { createAllowance } from './allowance.logic.ts';

it('an allowance is used up, and comes back with time', () => {
  let now = 0;
  const allowance = createAllowance(2, 1_000, () => now);
  expect([allowance.use(), allowance.use(), allowance.use()]).toEqual([true, true, false]);
  now = 999;
  expect(allowance.use()).toBe(false);
  now = 1_000;
  expect([allowance.use(), allowance.use(), allowance.use()]).toEqual([true, true, false]);
});

it('an allowance comes back when the clock is set back', () => {
  let now = 86_400_000;
  const allowance = createAllowance(1, 1_000, () => now);
  expect([allowance.use(), allowance.use()]).toEqual([true, false]);
  now = 0;
  expect([allowance.use(), allowance.use()]).toEqual([true, false]);
});
