import { AppError } from '#shared/texts/errors.ts';
import type { PersonCaller } from '../../security/caller.ts';
import type { AppContext } from '../context.ts';

/**
 * DECISION 0071: a second factor needs an address that was proved, or that the operator or another provider vouches for. With
 * less, a stranger could lock the owner of a mailbox out of it. Without a mail server no one can prove an address, so it is
 * not required.
 * @throws AppError STATE_CONFLICT
 */
export const assertMayEnrol = async ({ mailGateway }: AppContext, { user }: PersonCaller): Promise<void> => {
  if (user.emailVerified && user.emailVerifiedBy !== 'owner') return;
  if ((await mailGateway.delivery()) !== 'smtp') return;
  throw new AppError('STATE_CONFLICT', { reason: user.emailVerified ? 'email_vouched_for' : 'email_unverified' });
};
