import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { unreachable } from '../../platform/gate/unreachable.ts';

/**
 * Refuses an address that no delivery would reach, while the owner can still choose another one.
 * @throws AppError VALIDATION_FAILED
 */
export const assertReachable = (url: string, allowPrivate: boolean): void => {
  const reason = unreachable(url, allowPrivate);
  if (reason) throw new AppError('VALIDATION_FAILED', { errors: [fieldError('url', { reason })] });
};
