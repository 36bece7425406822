import { expect, test } from 'vitest';
import { runStates } from './upgrade-flow.ts';
import { queueActions, queueStep } from './upgrade-queue.ts';

const statesOf = {
  order: ['choosing', 'ordering'],
  start: ['awaiting_payment', 'applying'],
  confirm: ['resized', 'confirming'],
} as const;

test.each(queueActions.flatMap((action) => runStates.map((state) => ({ action, state }))))(
  'to $action, a run in $state is acted on only as it was reviewed, and never while a call is unproven',
  ({ action, state }) => {
    const step = (version: number, problem: string | null = null) => queueStep(action, { state, version, problem }, 3);
    const [before, sent] = statesOf[action];
    if (state === before) expect([step(3), step(4)]).toEqual(['act', 'run_changed']);
    else if (state === sent)
      expect([step(3), step(4), step(3, 'order_unclear')]).toEqual(['wait', 'wait', 'order_unclear']);
    else expect([step(3), step(4)]).toEqual(['next', 'next']);
  },
);

test('a run that no longer exists is left out', () => {
  expect(queueActions.map((action) => queueStep(action, undefined, 3))).toEqual(['next', 'next', 'next']);
});
