import { AppError } from '#shared/errors.ts';

/** Turns anything thrown into an error that is safe to show to callers. The cause stays attached for the log. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  switch ((error as { code?: unknown } | null)?.code) {
    case 'SQLITE_FULL':
    case 'ENOSPC':
      return new AppError('STORAGE_FULL', { retry_after: 60 }, { cause: error });
    case 'SQLITE_BUSY':
      return new AppError('BUSY', { retry_after: 1 }, { cause: error });
    default:
      return new AppError('INTERNAL', {}, { cause: error });
  }
};
