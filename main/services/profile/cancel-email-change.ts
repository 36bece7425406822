import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { claimAddress, findUser, updateUser } from '../../store/identity/users.ts';
import { isTenantClosed } from '../../store/team/tenants.ts';
import { accountActor, recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { sendPasswordReset } from '../identity/account-mails.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { consumeToken, tokenScope } from '../identity/one-time-tokens.ts';

/**
 * Undoes an email change, even if the new address was verified and then changed again: an attacker with a hijacked
 * session must not be able to keep the account. Ends every session. DECISION 0071: the password may be known to someone
 * else, so it no longer works; the address gets a link to set a new one.
 */
export const cancelEmailChange: Handler<typeof contract.profile.cancelEmailChange> = async (
  context,
  { token },
  { client, transaction },
) => {
  const { clock } = context;
  await transaction(await tokenScope(context, token), async (tx) => {
    const oneTimeToken = await consumeToken(context, tx, 'cancel_email_change', token);
    const user = oneTimeToken.user_id === null ? undefined : await findUser(tx, oneTimeToken.user_id);
    if (user?.status !== 'active' || oneTimeToken.previous_email === null) throw new AppError('LINK_INVALID');
    if (await isTenantClosed(tx, user.tenant_id)) throw new AppError('LINK_INVALID');
    await endAuthority(context, tx, user, 'address_change_undone');
    if (user.email !== oneTimeToken.previous_email) {
      if (!(await claimAddress(tx, oneTimeToken.previous_email, clock.now(), user.id)))
        throw new AppError('EMAIL_TAKEN');
      await updateUser(tx, user, {
        email: oneTimeToken.previous_email,
        // A link that someone else has seen doesn't prove the mailbox.
        verification: oneTimeToken.disclosed_at === null ? 'mailbox' : null,
      });
    }
    await sendPasswordReset(context, tx, { ...user, email: oneTimeToken.previous_email });
    await recordEvent(context, tx, {
      action: 'cancelEmailChange',
      actor: accountActor(user),
      client,
      target: userTarget({ id: user.id, email: oneTimeToken.previous_email }),
    });
  });
  return { success: true, message: 'Email change canceled. Your password no longer works. Reset it to sign in again.' };
};
