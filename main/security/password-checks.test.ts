import { expect, it, vi } from 'vitest';
import { createPasswordChecks } from './password-checks.ts';

it('lets others wait for each attempt on a subject until none is left', async () => {
  const checks = createPasswordChecks();
  expect(checks.next('ann')).toBeUndefined();
  const ends = [checks.begin('ann'), checks.begin('ann')];
  expect(checks.next('bob')).toBeUndefined();
  for (const end of ends) {
    const waiting = checks.next('ann');
    expect(waiting).toBeDefined();
    end();
    await waiting;
  }
  expect(checks.next('ann')).toBeUndefined();
});

it('has others wait again while a second attempt goes on', async () => {
  const checks = createPasswordChecks();
  const [endFirst, endSecond] = [checks.begin('ann'), checks.begin('ann')];
  endFirst();
  const ended = vi.fn();
  const waiting = checks.next('ann')?.then(ended);
  await new Promise(setImmediate);
  expect(ended).not.toHaveBeenCalled();
  endSecond();
  await waiting;
  expect(ended).toHaveBeenCalledOnce();
});
