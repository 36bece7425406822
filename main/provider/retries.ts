import { ProviderError } from './provider-error.ts';

export interface RetryOptions {
  /** Resolves after this many milliseconds. */
  delay: (milliseconds: number) => Promise<void>;
  /** At least 0 and below 1. */
  random: () => number;
}

const maxTries = 4;
/** Of reads that get no answer in time. */
const maxTimeouts = 2;
const firstPauseMs = 500;

/**
 * Retries a read where waiting may help. `report` gets the error that it gives up with.
 * @throws as `read` does
 */
export const retryRead = async <Value>(
  { delay, random }: RetryOptions,
  read: () => Promise<Value>,
  report: (error: unknown, tries: number) => void,
): Promise<Value> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      const isTimeout = error instanceof ProviderError && error.reason === 'timeout';
      const isLast = tries >= (isTimeout ? maxTimeouts : maxTries);
      if (isLast || !(error instanceof ProviderError) || !error.passes) {
        report(error, tries);
        throw error;
      }
      await delay(firstPauseMs * 2 ** (tries - 1) * (0.5 + random()));
    }
  }
};
