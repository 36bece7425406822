import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { voidTokens, voidTokensShownTo } from '../../store/identity/one-time-tokens.ts';
import { endSessionsOf } from '../../store/identity/sessions.ts';
import { findUser, updateUser } from '../../store/identity/users.ts';
import { findTenant } from '../../store/team/tenants.ts';
import { recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { sendPasswordChanged } from '../identity/account-mails.ts';
import { passwordShare } from '../identity/password-share.ts';

/** Seed 000 §4 #8: ends every session but this one. */
export const changePassword: Handler<typeof contract.auth.changePassword> = async (
  context,
  { current_password, new_password },
  { caller, client, confirmPassword, transaction },
) => {
  const { clock, db, passwords } = context;
  await confirmPassword(current_password);
  if (current_password === new_password) throw new AppError('SAME_PASSWORD');
  const { email, name, tenantId } = caller.user;
  await passwords.assertAcceptable(new_password, [email, name], await findTenant(db.read, tenantId));
  const passwordHash = await passwords.hash(
    new_password,
    passwordShare({ client, member: { id: caller.user.id, tenant_id: caller.user.tenantId } }),
  );
  await transaction(async (tx, caller) => {
    const user = await findUser(tx, caller.user.id);
    if (!user) throw new AppError('SESSION_ENDED', { reason: 'deleted' });
    const now = clock.now();
    await updateUser(tx, user, { password_hash: passwordHash, pending_email: null });
    await endSessionsOf(tx, user.id, 'password_changed', now, caller.sessionId);
    await voidTokens(tx, { userId: user.id }, now, ['reset_password', 'change_email', 'second_factor']);
    await voidTokensShownTo(tx, user.id, now);
    await sendPasswordChanged(context, tx, user, client);
    await recordEvent(context, tx, { action: 'changePassword', actor: caller.user, client, target: userTarget(user) });
  });
  return { success: true, message: 'Password changed. You have been signed out on your other devices.' };
};
