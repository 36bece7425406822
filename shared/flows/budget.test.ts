import { expect, it } from 'vitest';
import { beyondBudget } from './budget.ts';

const change = { budget: 10_000, total: 9_000, before: 1_000, after: 2_000 };

it.each([
  ['just reaches it', {}, undefined],
  ['exceeds it', { after: 2_001 }, 10_001],
  ['costs less, though all exceeds it', { total: 20_000, after: 999 }, undefined],
  ['costs the same', { total: 20_000, after: 1_000 }, undefined],
  ['has no known cost', { after: null }, 'unknown'],
  ['has no budget', { budget: null, after: null }, undefined],
] as const)('tells what a change comes to that %s', (_what, given, expected) => {
  expect(beyondBudget({ ...change, ...given })).toBe(expected);
});
