import { beforeEach, expect, it, vi } from 'vitest';
import { createSharedCheck } from './shared-check.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const create = () => {
  const outcomes: PromiseWithResolvers<void>[] = [];
  const check = createSharedCheck(
    () => {
      const outcome = Promise.withResolvers<void>();
      outcomes.push(outcome);
      return outcome.promise;
    },
    { freshMs: 1_000, patienceMs: 3_000, late: () => new Error('too late') },
  );
  return { check, outcomes };
};

it('callers share a check, and its outcome for a while', async () => {
  const { check, outcomes } = create();
  const asked = [check(), check()];
  outcomes[0]?.resolve();
  await Promise.all(asked);
  await check();
  expect(outcomes).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  const next = check();
  outcomes[1]?.reject(new Error('broken'));
  await expect(next).rejects.toThrow('broken');
  await expect(check()).rejects.toThrow('broken');
  expect(outcomes).toHaveLength(2);
});

it('a check that goes on for too long is an error for everyone, and no other begins until it has ended', async () => {
  const { check, outcomes } = create();
  const asked = expect(check()).rejects.toThrow('too late');
  await vi.advanceTimersByTimeAsync(3_000);
  await asked;
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(check()).rejects.toThrow('too late');
  expect(outcomes).toHaveLength(1);
  outcomes[0]?.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  const next = check();
  expect(outcomes).toHaveLength(2);
  outcomes[1]?.resolve();
  await next;
});
