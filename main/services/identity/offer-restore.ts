import { lifetimesMs } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { toIso } from '../../platform/clock.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import { issueToken } from './one-time-tokens.ts';

/** DECISION 0012: the seed does not show how to recover an account; a correct sign-in allows it (§3). */
export const offerRestore = async (context: AppContext, tx: WriteTransaction, user: UserRow): Promise<AppError> => {
  const { secret } = await issueToken(context, tx, {
    purpose: 'restore_account',
    subject: { userId: user.id },
    email: user.email,
    lifetimeMs: lifetimesMs.restoreToken,
  });
  return new AppError('ACCOUNT_PENDING_DELETION', {
    ...(user.delete_at !== null && { scheduled_deletion: toIso(user.delete_at) }),
    restore_token: secret,
  });
};
