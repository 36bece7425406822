import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import {
  deleteAuthenticator,
  deleteReplacedFactors,
  hasSecondFactor,
} from '../../storage/store/identity/second-factors.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { withConfirmation } from '../identity/confirm-change.ts';
import { notified, sendNotice } from '../identity/notices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/**
 * Removes the authenticator app; passkeys stay. Members of an organization that requires two-factor authentication can't
 * remove the last that they have (DECISION 0136).
 */
export const disableSecondFactor: Handler<typeof contract.security.disableSecondFactor> = async (
  context,
  confirmation,
  call,
) => {
  const { client } = call;
  const { user } = call.caller;
  const stays = await withConfirmation(context, call, confirmation, async (tx) => {
    if (!(await deleteAuthenticator(tx, user.id)))
      throw new AppError('STATE_CONFLICT', { reason: 'second_factor_off' });
    const hasPasskey = await hasSecondFactor(tx, user.id);
    const { second_factor_required_at } = await findTenant(tx, user.tenantId);
    if (second_factor_required_at !== null && !hasPasskey) {
      throw new AppError('STATE_CONFLICT', { reason: 'second_factor_required' });
    }
    await deleteReplacedFactors(tx, user.id);
    await sendNotice(context, tx, notified(user), 'second_factor_off', { by: user, client }, {});
    await recordEvent(context, tx, { action: 'disableSecondFactor', actor: user, client, target: userTarget(user) });
    return hasPasskey;
  });
  const message = stays
    ? 'Authenticator app removed. Your passkeys still protect your account.'
    : 'Two-factor authentication turned off. You sign in with your password only.';
  return { success: true, message };
};
