import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { deleteSecondFactor } from '../../store/identity/second-factors.ts';
import { findTenant } from '../../store/team/tenants.ts';
import { recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { sendSecondFactorOff } from '../identity/account-mails.ts';
import { withCode } from '../identity/second-factor.ts';
import { findOwnAccount } from './find-own-account.ts';

/**
 * Neither a hijacked session nor the password alone can disable the second factor, and members of an
 * organization that requires it can't disable it at all (DECISION 0136).
 */
export const disableSecondFactor: Handler<typeof contract.security.disableSecondFactor> = async (
  context,
  { password, code },
  call,
) => {
  const { caller, client } = call;
  await call.confirmPassword(password);
  const account = await findOwnAccount(context.db.read, caller);
  await withCode(context, account, code, call, async (tx) => {
    const { second_factor_required_at } = await findTenant(tx, account.tenant_id);
    if (second_factor_required_at !== null) {
      throw new AppError('STATE_CONFLICT', { reason: 'second_factor_required' });
    }
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
