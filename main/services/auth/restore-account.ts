import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findUser } from '../../storage/store/identity/users.ts';
import type { Handler } from '../handler.ts';
import { consumeToken, tokenScope } from '../identity/one-time-tokens.ts';
import { challengeSecondFactor } from '../identity/second-factor.ts';
import { loginAnswer, startSession } from '../identity/start-session.ts';
import { restoreMembership } from '../identity/withdraw-deletion.ts';

/**
 * Cancels a scheduled deletion, including the tenant's (seed 000 §3; the operation is not shown there). With two-factor
 * authentication, nothing is restored before the second step.
 */
export const restoreAccount: Handler<typeof contract.auth.restoreAccount> = async (
  context,
  { restore_token },
  { client, transaction },
) => {
  const answer = await transaction(await tokenScope(context, restore_token), async (tx) => {
    const token = await consumeToken(context, tx, 'restore_account', restore_token);
    const user = await findUser(tx, token.user_id ?? '');
    if (user?.status !== 'pending_deletion') throw new AppError('LINK_INVALID');
    const challenge = await challengeSecondFactor(context, tx, user);
    if (challenge) return challenge;
    const restored = await restoreMembership(context, tx, user, client);
    return loginAnswer(await startSession(context, tx, restored, client, 'password'), restored);
  });
  if (answer instanceof AppError) throw answer;
  return answer;
};
