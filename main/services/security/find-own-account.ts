import { AppError } from '#shared/errors.ts';
import type { Queries } from '../../database/schema.ts';
import type { Caller } from '../../security/caller.ts';
import { hasSecondFactor } from '../../store/identity/second-factors.ts';
import { findUser, type UserRow } from '../../store/identity/users.ts';

/** The caller's account, which has a second factor. @throws AppError STATE_CONFLICT if it has none */
export const findOwnAccount = async (db: Queries, { user }: Caller): Promise<UserRow> => {
  const account = await findUser(db, user.id);
  if (!account || !(await hasSecondFactor(db, user.id))) {
    throw new AppError('STATE_CONFLICT', { reason: 'second_factor_off' });
  }
  return account;
};
