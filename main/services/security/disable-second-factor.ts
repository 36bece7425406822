import type { contract } from '#shared/contract/index.ts';
import { deleteSecondFactor } from '../../store/second-factors.ts';
import { sendSecondFactorOff } from '../common/account-mails.ts';
import { recordEvent, userTarget } from '../common/record-event.ts';
import { withCode } from '../common/second-factor.ts';
import type { Handler } from '../handler.ts';
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
