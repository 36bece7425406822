import { expect, it } from 'vitest';
import { createCallCounts } from './call-counts.ts';

it('counts refusals by operation and code, and doubtful requests', () => {
  const counts = createCallCounts();
  for (const code of ['BUSY', 'NOT_FOUND', 'BUSY']) counts.countRefusal('login', code);
  counts.countRefusal('signup', 'BUSY');
  expect(counts.refusals()).toEqual([
    { operation: 'login', code: 'BUSY', count: 2 },
    { operation: 'login', code: 'NOT_FOUND', count: 1 },
    { operation: 'signup', code: 'BUSY', count: 1 },
  ]);
  expect(counts.untrusted()).toBe(0);
  counts.countUntrusted();
  expect(counts.untrusted()).toBe(1);
});
