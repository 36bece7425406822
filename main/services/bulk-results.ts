import { AppError, type ErrorKey, type Problem } from '#shared/texts/errors.ts';
import { toAppError } from '../platform/app-error.ts';
import type { AppContext } from './context.ts';

/** The result for one item, as the single operation would have returned it. */
export type ItemResult = { ok: true } | ({ ok: false } & Pick<Problem, 'code' | 'detail' | 'reason' | 'params'>);

/** How a call's transaction refuses a caller who may no longer act. */
const lostRights: ReadonlySet<ErrorKey> = new Set([
  'SESSION_ENDED',
  'TOKEN_INVALID',
  'TOKEN_EXPIRED',
  'FORBIDDEN',
  'SCOPE_REQUIRED',
]);

/** Errors that refuse the caller rather than an item: nothing was done, and they may send everything again. */
const refusesCaller: ReadonlySet<ErrorKey> = new Set([...lostRights, 'REAUTHENTICATION_REQUIRED']);

/**
 * Runs the work for one item and converts an error to its result; unexpected errors are logged too.
 * @throws AppError that refuses the caller rather than the item, unless something was done before
 */
export const toResult = async (
  { log }: Pick<AppContext, 'log'>,
  work: () => Promise<unknown>,
  isAnyDone = false,
): Promise<ItemResult> => {
  try {
    await work();
    return { ok: true };
  } catch (cause) {
    const error = toAppError(cause);
    if (!isAnyDone && refusesCaller.has(error.key)) throw error;
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

/**
 * Runs the work for each distinct item, in order. If the caller loses their rights on the way, the remaining items are
 * refused.
 * @throws AppError that refuses the caller, if nothing was done before
 */
export const bulkResults = (
  context: Pick<AppContext, 'log'>,
  items: readonly string[],
  work: (item: string) => Promise<unknown>,
): Promise<{ item: string; result: ItemResult }[]> => {
  let isAnyDone = false;
  const attempt = async (item: string): Promise<void> => {
    try {
      await work(item);
      isAnyDone = true;
    } catch (error) {
      const isLost = isAnyDone && error instanceof AppError && lostRights.has(error.key);
      if (isLost) throw new AppError('ROLE_NOT_ALLOWED', { reason: 'role' });
      throw error;
    }
  };
  return forEachSequential(items, async (item) => ({
    item,
    result: await toResult(context, () => attempt(item), isAnyDone),
  }));
};
