import { voidTokens } from '../../store/identity/one-time-tokens.ts';
import { updateUser } from '../../store/identity/users.ts';
import { operatorOperation, refused } from '../operation.ts';
import { changeAccount } from './change-account.ts';
import { userInput } from './show-user.ts';

/** Marks an address as verified where no email arrives. */
export const verifyUser = operatorOperation({
  input: userInput,
  run: (context, { user: key }) =>
    changeAccount(context, key, 'verifyEmail', async (tx, user) => {
      if (user.email_verified === 1) throw refused(`${user.email} is already verified`);
      await updateUser(tx, user, { email_verified: 1 });
      await voidTokens(tx, { userId: user.id }, context.clock.now(), ['verify_email']);
      return {};
    }),
});
