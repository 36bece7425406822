import { expect, it } from 'vitest';
import { createPromptGate, promptsPerMinute } from './prompt-gate.logic.ts';

it('lets a page open one thing at a time, so many a minute, and only while it is shown', () => {
  let isShown = false;
  let now = 0;
  const gate = createPromptGate(
    () => isShown,
    () => now,
  );
  expect(gate.enter()).toBeUndefined();
  isShown = true;
  const leave = gate.enter();
  expect(leave).toBeDefined();
  expect(gate.enter()).toBeUndefined();
  leave?.();
  for (let count = 1; count < promptsPerMinute; count += 1) gate.enter()?.();
  expect(gate.enter()).toBeUndefined();
  now = 60_000;
  expect(gate.enter()).toBeDefined();
});
