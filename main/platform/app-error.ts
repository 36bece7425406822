import { AppError } from '#shared/texts/errors.ts';
import { storageKindOf } from './storage-error.ts';

/** Turns anything thrown into an error that is safe to show to callers. The cause stays attached for the log. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  switch (storageKindOf(error)) {
    case 'full':
      return new AppError('STORAGE_FULL', { retry_after: 60 }, { cause: error });
    case 'busy':
      return new AppError('BUSY', { retry_after: 1 }, { cause: error });
    default:
      return new AppError('INTERNAL', {}, { cause: error });
  }
};

/** What a query has found. @throws AppError with the key if that is nothing */
export const found = <Found>(
  row: Found | undefined,
  otherwise: 'NOT_FOUND' | 'MEMBER_NOT_FOUND' = 'NOT_FOUND',
): Found => {
  if (row === undefined) throw new AppError(otherwise);
  return row;
};
