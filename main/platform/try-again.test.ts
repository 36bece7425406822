import { expect, it } from 'vitest';
import { AppError } from '#shared/texts/errors.ts';
import { tryAgain } from './try-again.ts';

const busy = () => new AppError('BUSY', { retry_after: 0.001 });
/** Fails with these errors, one after the other, then succeeds. Returns how often it was called. */
const failing = (...errors: Error[]) => {
  let calls = 0;
  return async (): Promise<number> => {
    calls += 1;
    const error = errors[calls - 1];
    if (error) throw error;
    return calls;
  };
};

it('runs a transaction again until the database has time for it', async () => {
  expect(await tryAgain(failing(busy(), busy()))).toBe(3);
});

it('ends after ten tries, at any other error, and when it is stopped', async () => {
  const work = failing(...Array.from({ length: 10 }, busy));
  await expect(tryAgain(work)).rejects.toMatchObject({ key: 'BUSY' });
  expect(await work()).toBe(11);
  await expect(tryAgain(failing(new Error('broken')))).rejects.toThrow('broken');
  const stopped = failing(busy());
  await expect(tryAgain(stopped, AbortSignal.abort())).rejects.toMatchObject({ key: 'BUSY' });
  expect(await stopped()).toBe(2);
});
