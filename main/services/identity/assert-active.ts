import { AppError } from '#shared/texts/errors.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';

/** @throws AppError STATE_CONFLICT if a member's account is disabled, or about to be deleted */
export const assertActive = ({ status }: Pick<UserRow, 'status'>): void => {
  if (status === 'disabled') throw new AppError('STATE_CONFLICT', { reason: 'account_disabled' });
  if (status !== 'active') throw new AppError('STATE_CONFLICT', { reason: 'deletion_scheduled' });
};
