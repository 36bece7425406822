import { second } from '#shared/rules/limits.ts';
import { ProviderError } from './provider-error.ts';
import { aborted, type TransportOptions } from './transport.ts';

export interface RetryOptions extends Pick<TransportOptions, 'clock' | 'delay'> {
  /** At least 0 and below 1. */
  random: () => number;
}

const maxTries = 4;
const firstPauseMs = 500;
/** Stop retrying reads after 30 s. */
const retryWindowMs = 30 * second;

/**
 * Retries a read where waiting may help, as long as anyone waits for it. `report` gets the error that it gives up with.
 * @throws as `read` does
 */
export const retryRead = async <Value>(
  { clock, delay, random }: RetryOptions,
  limit: AbortSignal | undefined,
  read: () => Promise<Value>,
  report: (error: unknown, tries: number) => void,
): Promise<Value> => {
  const begun = clock.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      const isLast = tries === maxTries || clock.now() - begun > retryWindowMs || limit?.aborted === true;
      if (isLast || !(error instanceof ProviderError) || !error.passes) {
        report(error, tries);
        throw error;
      }
      const pause = delay(firstPauseMs * 2 ** (tries - 1) * (0.5 + random()));
      // Once no one waits any longer, the next try says so.
      await (limit ? Promise.race([pause, aborted(limit)]) : pause);
    }
  }
};
