import { trpcPrefix } from '#shared/contract/http-names.ts';
import { operations } from '#shared/contract/index.ts';
import { isBatchable } from '#shared/contract/operation.ts';
import { maxBatchedReads } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';

const batchable = new Set(
  operations.filter(({ operation }) => isBatchable(operation)).map(({ feature, name }) => `${feature}.${name}`),
);

/** The procedures of a batch, as tRPC reads them; undefined if the path can't be decoded. */
const proceduresIn = (pathname: string): string[] | undefined => {
  try {
    return decodeURIComponent(pathname.slice(trpcPrefix.length + 1)).split(',');
  } catch {
    // A malformed escape names no procedure.
    return undefined;
  }
};

/**
 * Whether a request asks for several operations, and may (DECISION 0288).
 * @throws AppError VALIDATION_FAILED if it has more than {@link maxBatchedReads}, or one that isn't batchable
 */
export const isBatch = ({ method, url }: Request): boolean => {
  const { pathname, searchParams } = new URL(url);
  if (searchParams.get('batch') !== '1') return false;
  const procedures = proceduresIn(pathname);
  const isAllowed =
    method === 'GET' &&
    procedures !== undefined &&
    procedures.length <= maxBatchedReads &&
    procedures.every((name) => batchable.has(name));
  if (isAllowed) return true;
  throw new AppError('VALIDATION_FAILED', {
    errors: [fieldError('batch', { reason: 'batch', params: { max: maxBatchedReads } })],
  });
};
