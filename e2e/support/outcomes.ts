import { AppError } from '#shared/texts/errors.ts';

/** Awaits all promises and counts how they ended: `ok`, the key of an error, or anything else that was thrown. */
export const countOutcomes = async (promises: readonly Promise<unknown>[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const settled of await Promise.allSettled(promises)) {
    const name = settled.status === 'fulfilled' ? 'ok' : nameOf(settled.reason);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

const nameOf = (error: unknown): string => (error instanceof AppError ? error.key : `unexpected: ${String(error)}`);

/** Creates a number of promises at once. */
export const times = <Value>(count: number, make: (index: number) => Promise<Value>): Promise<Value>[] =>
  Array.from({ length: count }, (_, index) => make(index));
