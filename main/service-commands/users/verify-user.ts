import { updateUser } from '../../storage/store/identity/users.ts';
import { isProved } from '../../storage/store/identity/verified-addresses.ts';
import { commandOperation, refused } from '../operation.ts';
import { changeAccount } from './change-account.ts';
import { userInput } from './show-user.ts';

/** Marks an address as verified where no email arrives. */
export const verifyUser = commandOperation({
  input: userInput,
  run: (context, { user: key }) =>
    changeAccount(context, key, 'verifyEmail', async (tx, user) => {
      if (isProved(user) || user.email_verified_by === 'operator') throw refused(`${user.email} is already verified`);
      await updateUser(tx, user, { verification: 'operator' });
      return {};
    }),
});
