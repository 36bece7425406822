import { endAuthority } from '../../services/identity/end-authority.ts';
import { sendNotice } from '../../services/identity/notices.ts';
import { hasSecondFactor } from '../../storage/store/identity/second-factors.ts';
import { commandOperation, refused } from '../operation.ts';
import { changeAccount } from './change-account.ts';
import { userInput } from './show-user.ts';

/** Removes the authenticator app, the passkeys and the recovery codes of a user who has lost them, even the only owner, whom no one else can help. */
export const resetSecondFactor = commandOperation({
  input: userInput,
  run: (context, { user: key }) =>
    changeAccount(context, key, 'resetMemberSecondFactor', async (tx, user) => {
      if (!(await hasSecondFactor(tx, user.id))) {
        throw refused(`Two-factor authentication is off for ${user.email}`);
      }
      const { sessions } = await endAuthority(context, tx, user, 'second_factor_reset');
      await sendNotice(context, tx, user, 'second_factor_reset', { by: 'operator' }, {});
      return { ended_sessions: sessions };
    }),
});
