import { setTimeout as sleep } from 'node:timers/promises';
import { second } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';

const tries = 10;

/**
 * Runs a transaction again if the database was too busy for it: no one who asks for it would try again, as callers do.
 * @throws what `work` throws, BUSY only after ten tries or once `signal` is aborted
 */
export const tryAgain = async <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof AppError && error.key === 'BUSY';
      if (!isBusy || left === 0 || signal?.aborted) throw error;
      await sleep((error.details.retry_after ?? 1) * second, undefined, { ref: false });
    }
  }
};
