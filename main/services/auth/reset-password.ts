import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findUser, updateUser } from '../../storage/store/identity/users.ts';
import { isProved, verifiedBy } from '../../storage/store/identity/verified-addresses.ts';
import { findTenant, isTenantClosed } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { assertViewersGovern } from '../identity/assert-viewers-govern.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { clearFailures } from '../identity/lockout.ts';
import { sendNotice } from '../identity/notices.ts';
import { consumeToken, readToken } from '../identity/one-time-tokens.ts';
import { passwordShare } from '../identity/password-share.ts';
import { startSessionOrChallenge } from '../identity/second-factor.ts';
import { accountActor, recordEvent, userTarget } from '../recording/record-event.ts';

/**
 * Seed 000 §4 #7: sets the password, ends every session, and signs the user in. DECISION 0022: an account with a second
 * factor must enter a code first, and API keys are revoked along with the sessions, because the mailbox may be all that
 * the owner still controls.
 */
export const resetPassword: Handler<typeof contract.auth.resetPassword> = async (context, input, call) => {
  const { db, passwords } = context;
  const { client } = call;
  // Check the token first: a rejected password must leave the link usable, and a bad link must not cost a hash.
  const token = await readToken(context, db.read, 'reset_password', input.token);
  const account = token.user_id === null ? undefined : await findUser(db.read, token.user_id);
  if (account?.status !== 'active') throw new AppError('LINK_INVALID');
  const tenant = await findTenant(db.read, account.tenant_id);
  await passwords.assertAcceptable(input.new_password, [account.email, account.name], tenant);
  const passwordHash = await passwords.hash(input.new_password, passwordShare(call));
  const tokens = await call.transaction({ tenant: account.tenant_id }, async (tx) => {
    await consumeToken(context, tx, 'reset_password', input.token);
    const user = await findUser(tx, account.id);
    if (user?.status !== 'active' || (await isTenantClosed(tx, user.tenant_id))) throw new AppError('LINK_INVALID');
    await assertViewersGovern(tx, token.id, user);
    // The email reached its owner, so the address is verified too, unless an admin handed the link over.
    const proved = token.disclosed_at === null && user.email === token.email;
    // DECISION 0071: whoever signed up may not own the mailbox. Its owner takes the account, without what was set before.
    await endAuthority(context, tx, user, proved && !isProved(user) ? 'mailbox_proved' : 'password_reset');
    await updateUser(tx, user, {
      password_hash: passwordHash,
      ...(proved && { verification: 'mailbox' as const }),
    });
    await clearFailures(context, tx, user.email);
    const recipient = { ...user, ...(proved && verifiedBy('mailbox')) };
    await sendNotice(context, tx, recipient, 'password_changed', { by: user, client }, {});
    await recordEvent(context, tx, {
      action: 'resetPassword',
      actor: accountActor(user),
      client,
      target: userTarget(user),
    });
    return startSessionOrChallenge(context, tx, user, client, 'link');
  });
  if (tokens instanceof AppError) throw tokens;
  return { success: true, message: 'Password changed. You are now signed in.', ...tokens };
};
