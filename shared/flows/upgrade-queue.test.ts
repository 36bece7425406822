import { expect, test } from 'vitest';
import { runStates } from './upgrade-flow.ts';
import { queueStep } from './upgrade-queue.ts';

test.each(runStates)('a run in %s is ordered only as it was reviewed', (state) => {
  const step = (version: number, problem: string | null = null) => queueStep({ state, version, problem }, 3);
  if (state === 'choosing') expect([step(3), step(4)]).toEqual(['order', 'run_changed']);
  else if (state === 'ordering') expect([step(3), step(3, 'order_unclear')]).toEqual(['wait', 'order_unclear']);
  else expect([step(3), step(4)]).toEqual(['next', 'next']);
});

test('a run that no longer exists is left out', () => {
  expect(queueStep(undefined, 3)).toBe('next');
});
