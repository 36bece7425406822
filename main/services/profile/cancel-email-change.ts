import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { deleteApiKeysOf } from '../../store/identity/api-keys.ts';
import { voidTokens, voidTokensShownTo } from '../../store/identity/one-time-tokens.ts';
import { endSessionsOf } from '../../store/identity/sessions.ts';
import { findUser, findUserByEmail, updateUser } from '../../store/identity/users.ts';
import { accountActor, recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { sendPasswordReset } from '../identity/account-mails.ts';
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
    const now = clock.now();
    if (user.email !== oneTimeToken.previous_email) {
      const holder = await findUserByEmail(tx, oneTimeToken.previous_email);
      if (holder && holder.id !== user.id) throw new AppError('EMAIL_TAKEN');
      await updateUser(tx, user, {
        email: oneTimeToken.previous_email,
        // A link that someone else has seen doesn't prove the mailbox.
        verification: oneTimeToken.disclosed_at === null ? 'mailbox' : null,
        pending_email: null,
        password_hash: '',
      });
    } else {
      await updateUser(tx, user, { pending_email: null, password_hash: '' });
    }
    await voidTokens(tx, { userId: user.id }, now, [
      'change_email',
      'cancel_email_change',
      'verify_email',
      'reset_password',
      'second_factor',
    ]);
    await voidTokensShownTo(tx, user.id, now);
    await endSessionsOf(tx, user.id, 'email_changed', now);
    await deleteApiKeysOf(tx, user.id);
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
