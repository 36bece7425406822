import type { contract } from '#shared/contract/index.ts';
import { deleteSecondFactor } from '../../store/identity/second-factors.ts';
import { recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { sendSecondFactorOff } from '../identity/account-mails.ts';
import { withCode } from '../identity/second-factor.ts';
import { findOwnAccount } from './find-own-account.ts';

/** Neither a hijacked session nor the password alone can disable the second factor. */
export const disableSecondFactor: Handler<typeof contract.security.disableSecondFactor> = async (
  context,
  { password, code },
  call,
) => {
  const { caller, client } = call;
  await call.confirmPassword(password);
  const account = await findOwnAccount(context.db.read, caller);
  await withCode(context, account, code, call, async (tx) => {
    await deleteSecondFactor(tx, account.id);
    await sendSecondFactorOff(context, tx, account, client);
    await recordEvent(context, tx, {
      action: 'disableSecondFactor',
      actor: caller.user,
      client,
      target: userTarget(account),
    });
  });
  return { success: true, message: 'Two-factor authentication turned off. You sign in with your password only.' };
};
