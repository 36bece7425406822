import type { Problem } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import { toAppError } from '../../platform/app-error.ts';

/** The result for one item, as the single operation would have returned it. */
export type ItemResult = { ok: true } | ({ ok: false } & Pick<Problem, 'code' | 'detail' | 'reason' | 'params'>);

/** Runs the work for one item and converts an error to its result; unexpected errors are logged too. */
export const toResult = async ({ log }: Pick<AppContext, 'log'>, work: () => Promise<unknown>): Promise<ItemResult> => {
  try {
    await work();
    return { ok: true };
  } catch (cause) {
    const error = toAppError(cause);
    if (error.key === 'INTERNAL') log.error({ err: error.cause }, 'one of many failed');
    const { reason, params } = error.details;
    return {
      ok: false,
      code: error.code,
      detail: error.message,
      ...(reason !== undefined && { reason }),
      ...(params && { params }),
    };
  }
};

/** Handles each distinct item in order, so that other transactions can run in between. */
export const forEachSequential = async <Result>(
  items: readonly string[],
  handle: (item: string) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (const item of new Set(items)) results.push(await handle(item));
  return results;
};
