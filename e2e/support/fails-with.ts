import { AppError, type ErrorKey, type ThrownDetails } from '#shared/texts/errors.ts';

/**
 * Awaits an expected error and returns its details.
 * @throws Error if nothing failed, or if the error is a different one.
 */
export const failsWith = async (promise: Promise<unknown>, key: ErrorKey): Promise<ThrownDetails> => {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof AppError && outcome.key === key) return outcome.details;
  const seen = outcome === undefined ? 'success' : outcome instanceof AppError ? outcome.key : String(outcome);
  throw new Error(`Expected ${key}, saw ${seen}`, { cause: outcome });
};
