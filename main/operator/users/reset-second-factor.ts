import { sendSecondFactorReset } from '../../services/identity/account-mails.ts';
import { voidTokens, voidTokensShownTo } from '../../store/identity/one-time-tokens.ts';
import { deleteSecondFactors } from '../../store/identity/second-factors.ts';
import { endSessionsOf } from '../../store/identity/sessions.ts';
import { operatorOperation, refused } from '../operation.ts';
import { changeAccount } from './change-account.ts';
import { userInput } from './show-user.ts';

/** Removes the authenticator app, the passkeys and the recovery codes of a user who has lost them, even the only owner, whom no one else can help. */
export const resetSecondFactor = operatorOperation({
  input: userInput,
  run: (context, { user: key }) =>
    changeAccount(context, key, 'resetMemberSecondFactor', async (tx, user) => {
      const now = context.clock.now();
      if (!(await deleteSecondFactors(tx, user.id))) {
        throw refused(`Two-factor authentication is off for ${user.email}`);
      }
      const ended = await endSessionsOf(tx, user.id, 'second_factor_reset', now);
      await voidTokens(tx, { userId: user.id }, now, ['second_factor']);
      await voidTokensShownTo(tx, user.id, now);
      await sendSecondFactorReset(context, tx, user);
      return { ended_sessions: ended };
    }),
});
