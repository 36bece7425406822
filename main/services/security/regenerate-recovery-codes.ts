import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { hashRecoveryCode, newRecoveryCodes } from '../../security/totp.ts';
import { hasSecondFactor, replaceRecoveryCodes } from '../../storage/store/identity/second-factors.ts';
import type { Handler } from '../handler.ts';
import { withConfirmation } from '../identity/confirm-change.ts';
import { notified, sendUndoableNotice } from '../identity/notices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** Creates ten new recovery codes, returned this once; unused old ones become invalid. */
export const regenerateRecoveryCodes: Handler<typeof contract.security.regenerateRecoveryCodes> = async (
  context,
  confirmation,
  call,
) => {
  const { client } = call;
  const { user, sessionId } = call.caller;
  const codes = newRecoveryCodes(context.ids);
  await withConfirmation(context, call, confirmation, async (tx) => {
    if (!(await hasSecondFactor(tx, user.id))) throw new AppError('STATE_CONFLICT', { reason: 'second_factor_off' });
    const at = context.clock.now();
    await replaceRecoveryCodes(tx, user.id, codes.map(hashRecoveryCode), at);
    const undoes = { at, sessionId };
    await sendUndoableNotice(context, tx, notified(user), 'recovery_codes_created', { by: user, client }, {}, undoes);
    await recordEvent(context, tx, {
      action: 'regenerateRecoveryCodes',
      actor: user,
      client,
      target: userTarget(user),
    });
  });
  return { recovery_codes: codes };
};
