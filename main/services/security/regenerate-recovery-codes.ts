import type { contract } from '#shared/contract/index.ts';
import { hashRecoveryCode, newRecoveryCodes } from '../../security/totp.ts';
import { replaceRecoveryCodes } from '../../store/identity/second-factors.ts';
import { recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { withCode } from '../identity/second-factor.ts';
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
