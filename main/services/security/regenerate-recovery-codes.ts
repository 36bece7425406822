import type { contract } from '#shared/contract/index.ts';
import { hashRecoveryCode, newRecoveryCodes } from '../../security/totp.ts';
import { replaceRecoveryCodes } from '../../store/second-factors.ts';
import { recordEvent, userTarget } from '../common/record-event.ts';
import { withCode } from '../common/second-factor.ts';
import type { Handler } from '../handler.ts';
import { findOwnAccount } from './find-own-account.ts';

/** Creates ten new recovery codes, returned this once; unused old ones become invalid. */
export const regenerateRecoveryCodes: Handler<typeof contract.security.regenerateRecoveryCodes> = async (
  context,
  { password, code },
  call,
) => {
  const { caller, client } = call;
  await call.confirmPassword(password);
  const account = await findOwnAccount(context.db.read, caller);
  const codes = newRecoveryCodes(context.ids);
  await withCode(context, account, code, call, async (tx) => {
    await replaceRecoveryCodes(tx, account.id, codes.map(hashRecoveryCode));
    await recordEvent(context, tx, {
      action: 'regenerateRecoveryCodes',
      actor: caller.user,
      client,
      target: userTarget(account),
    });
  });
  return { recovery_codes: codes };
};
