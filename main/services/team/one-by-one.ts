import { codeOf } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import { toAppError } from '../../platform/app-error.ts';

/** What became of one of many: what the single operation would have answered. */
export type Outcome = { ok: true } | { ok: false; code: string; detail: string };

/** Tries something about one of many: an error is its outcome, and what nobody foresaw goes into the log too. */
export const settle = async ({ log }: Pick<AppContext, 'log'>, work: () => Promise<unknown>): Promise<Outcome> => {
  try {
    await work();
    return { ok: true };
  } catch (cause) {
    const error = toAppError(cause);
    if (error.key === 'INTERNAL') log.error({ err: error.cause }, 'one of many failed');
    return { ok: false, code: codeOf(error.key), detail: error.message };
  }
};

/** Handles each once, one after the other, so that transactions of others come in between. */
export const oneByOne = async <Result>(
  items: readonly string[],
  handle: (item: string) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (const item of new Set(items)) results.push(await handle(item));
  return results;
};
