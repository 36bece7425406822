import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Handler } from '../handler.ts';
import { sendPasswordResetAfterUndo } from '../identity/account-mails.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { consumeToken, tokenScope } from '../identity/one-time-tokens.ts';
import { reopenAccount, restoreAddress, rollBack } from '../identity/roll-back.ts';
import { accountActor, recordEvent, userTarget } from '../recording/record-event.ts';

/**
 * Undoes an email change, even if the new address was verified and then changed again: an attacker with a hijacked
 * session must not be able to keep the account. Ends every session, and what was added since (DECISION 0259). DECISION 0071:
 * the password may be known to someone else, so it no longer works; the address gets a link to set a new one.
 */
export const cancelEmailChange: Handler<typeof contract.profile.cancelEmailChange> = async (
  context,
  { token },
  { client, transaction },
) => {
  await transaction(await tokenScope(context, token), async (tx) => {
    const oneTimeToken = await consumeToken(context, tx, 'cancel_email_change', token);
    const before = await reopenAccount(context, tx, oneTimeToken);
    const { previous_email, disclosed_at, created_at, session_id } = oneTimeToken;
    if (previous_email === null) throw new AppError('LINK_INVALID');
    await endAuthority(context, tx, before, 'address_change_undone');
    const user = await restoreAddress(context, tx, before, { email: previous_email, proved: disclosed_at === null });
    await rollBack(context, tx, { account: user, since: created_at, sessionId: session_id }, client);
    await sendPasswordResetAfterUndo(context, tx, user);
    await recordEvent(context, tx, {
      action: 'cancelEmailChange',
      actor: accountActor(user),
      client,
      target: userTarget(user),
    });
  });
  return { success: true, message: 'Email change canceled. Your password no longer works. Reset it to sign in again.' };
};
