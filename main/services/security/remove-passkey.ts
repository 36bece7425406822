import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { given } from '../../mail/mail-params.ts';
import { found } from '../../platform/app-error.ts';
import { deletePasskey } from '../../storage/store/identity/passkeys.ts';
import { deleteReplacedFactors, hasSecondFactor } from '../../storage/store/identity/second-factors.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { withConfirmation } from '../identity/confirm-change.ts';
import { notified, sendNotice } from '../identity/notices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** Members of an organization that requires two-factor authentication keep one passkey or an authenticator app. */
export const removePasskey: Handler<typeof contract.security.removePasskey> = async (
  context,
  { passkey_id, ...confirmation },
  call,
) => {
  const { client } = call;
  const { user } = call.caller;
  await withConfirmation(context, call, confirmation, async (tx) => {
    const row = found(await deletePasskey(tx, user.id, passkey_id));
    const { second_factor_required_at } = await findTenant(tx, user.tenantId);
    if (second_factor_required_at !== null && !(await hasSecondFactor(tx, user.id))) {
      throw new AppError('STATE_CONFLICT', { reason: 'second_factor_required' });
    }
    await deleteReplacedFactors(tx, user.id);
    const named = { passkey_name: given.text(row.name), site: given.host(row.site) };
    await sendNotice(context, tx, notified(user), 'passkey_removed', { by: user, client }, named);
    await recordEvent(context, tx, {
      action: 'removePasskey',
      actor: user,
      client,
      target: userTarget(user),
      details: { passkey_id: row.id, name: row.name, site: row.site },
    });
  });
  return { success: true, message: 'Passkey removed.' };
};
