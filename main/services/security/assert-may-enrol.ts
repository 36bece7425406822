import { AppError } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import type { Caller } from '../../security/caller.ts';

/**
 * DECISION 0071: a second factor needs a verified address, or a stranger could lock the owner of a mailbox out of it.
 * Without a mail server no one can verify an address, so it is not required.
 * @throws AppError STATE_CONFLICT
 */
export const assertMayEnrol = async ({ mailGateway }: AppContext, { user }: Caller): Promise<void> => {
  if (!user.emailVerified && (await mailGateway.delivery()) === 'smtp') {
    throw new AppError('STATE_CONFLICT', { reason: 'email_unverified' });
  }
};
